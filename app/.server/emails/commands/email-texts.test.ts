import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  publishText,
  restoreBuiltInText,
  revertText,
} from '#app/.server/content/commands/publish-text.ts'
import { discardDraft, saveDraft } from '#app/.server/content/commands/text-drafts.ts'
import { currentTexts } from '#app/.server/content/current-texts.ts'
import { textsToCheck } from '#app/.server/content/queries/texts-to-check.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { templateProblems } from '#app/domain/emails/email-template.ts'
import { auditLabel } from '#app/routes/admin/audit-log/labels/label.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { emailText, typedTemplate } from '../email-text.ts'
import type { Email } from '../gateway/email-gateway.ts'
import { sendEmail } from '../jobs/send-emails.ts'
import { emailPreview } from '../queries/email-preview.ts'
import { emailTextPage, listEmailTexts } from '../queries/email-texts-page.ts'
import { type EmailTextKind, emailTexts, isAboutOrder } from '../templates/email-texts.ts'
import { sendTestEmail } from './send-test-email.ts'

const by = 'ann@example.com'
const kind = 'order-paid-buyer'
const first = { text: emailText(kind), seen: 0, draft: 0, by }
const typed = {
  subject: 'Thank you for {order number}',
  body: 'Dear customer,\r\n\r\n{what was bought}\r\n\r\n{your order}',
}
const kept = { ...typed, body: typed.body.replaceAll('\r\n', '\n') }
const page = async (shop: AppContext) => {
  const found = await emailTextPage(shop, kind)
  if (!found) throw new Error(`there is no email ${kind}`)
  return found
}

function withEmailServer(shop: AppContext): { shop: AppContext; sent: Email[] } {
  const sent: Email[] = []
  const email = { send: async (each: Email) => void sent.push(each) }
  return { shop: { ...shop, mail: email }, sent }
}

describe.each(Object.keys(emailTexts) as EmailTextKind[])('the built-in text of %s', (each) => {
  it('is one that staff could write themselves [MAILTEXT-01]', () => {
    const { builtIn, fields } = emailTexts[each]
    expect(templateProblems(builtIn, fields)).toEqual({})
    expect(typedTemplate(emailText(each), builtIn)).toEqual(builtIn)
  })
})

onBothDatabases('the text of a mail', (open) => {
  it('is what the next mail is written by, version by version [MAILTEXT-01]', async () => {
    const { shop } = await sellingShop(await open())
    expect(await page(shop)).toMatchObject({ isBuiltIn: true, version: 0 })
    expect(await publishText(shop, { ...first, typed })).toBe(true)
    expect(await page(shop)).toMatchObject({ values: kept, version: 1 })
    const order = await paidOrder(shop)
    await sendEmail(shop)
    const [email] = await shop.db.orm.select().from(emailOutbox).where(eq(emailOutbox.kind, kind))
    expect(email?.subject).toBe(`Test: Thank you for ${order.number}`)
    expect(email?.text).toContain('Dear customer,')
    expect(email?.text).toContain('per gram')
    const listed = (await listEmailTexts(shop)).filter(({ written }) => written !== null)
    expect(listed).toMatchObject([{ kind, written: { by } }])
    const log = await shop.db.orm.select().from(auditLog).orderBy(asc(auditLog.id))
    expect(log.at(-1)).toMatchObject({
      action: 'text.published',
      facts: { kind: 'email', text: 'Order confirmation', version: 1 },
    })
  })

  it('is saved once, and not over what another has written since [MAILTEXT-03]', async () => {
    const { shop } = await sellingShop(await open())
    const other = { ...typed, subject: 'Another' }
    const saved = await Promise.allSettled([
      publishText(shop, { ...first, typed }),
      publishText(shop, { ...first, typed: other, by: 'ben@example.com' }),
    ])
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { values } = await page(shop)
    const again = values.subject === 'Another' ? other : typed
    // The same button twice: it is in use already.
    expect(await publishText(shop, { ...first, typed: again })).toBe(false)
    const late = await refusal(
      publishText(shop, { ...first, typed: { ...typed, subject: 'Third' } }),
    )
    expect(late).toMatchObject({ code: 'text_changed', status: 409 })
    expect((await page(shop)).versions).toHaveLength(1)
  })

  it('goes back to an earlier version or to the built-in text [MAILTEXT-03]', async () => {
    const { shop } = await sellingShop(await open())
    await publishText(shop, { ...first, typed })
    await publishText(shop, { ...first, typed: { ...typed, subject: 'Second' }, seen: 1 })
    expect(await restoreBuiltInText(shop, { ...first, seen: 2 })).toBe(true)
    expect(await page(shop)).toMatchObject({
      isBuiltIn: true,
      values: emailTexts[kind].builtIn,
      version: 3,
    })
    expect(await revertText(shop, { ...first, seen: 3, version: 1 })).toBe(true)
    const { versions, ...now } = await page(shop)
    expect(now).toMatchObject({ isBuiltIn: false, values: kept, version: 4 })
    expect(
      versions.map(({ version, isBuiltIn, changed }) => [version, isBuiltIn, changed]),
    ).toEqual([
      [4, false, ['Subject', 'Text']],
      [3, true, ['Subject', 'Text']],
      [2, false, ['Subject']],
      [1, false, ['Subject', 'Text']],
    ])
    expect(await refusal(revertText(shop, { ...first, seen: 4, version: 9 }))).toMatchObject({
      status: 404,
    })
  })

  it('is kept as a draft, which no mail is written by, until it is published [MAILTEXT-05]', async () => {
    const { shop } = await sellingShop(await open())
    // A draft may still be wrong.
    const wrong = { subject: 'Thank you', body: 'Hello.' }
    expect(await saveDraft(shop, { ...first, typed: wrong })).toBe(true)
    expect(await saveDraft(shop, { ...first, typed: wrong })).toBe(false)
    expect(await page(shop)).toMatchObject({
      ...{ version: 0, isBuiltIn: true, values: wrong, draft: { revision: 1, by } },
    })
    const listed = (await listEmailTexts(shop)).filter(({ draft }) => draft !== null)
    expect(listed).toMatchObject([{ kind, written: null, draft: { by } }])
    await paidOrder(shop)
    await sendEmail(shop)
    const [email] = await shop.db.orm.select().from(emailOutbox).where(eq(emailOutbox.kind, kind))
    expect(email?.subject).toContain('confirmed')
    // Ben opened it before the draft was there.
    const ben = { ...first, by: 'ben@example.com' }
    expect(await refusal(publishText(shop, { ...ben, typed }))).toMatchObject({ status: 409 })
    expect(await refusal(publishText(shop, { ...first, draft: 1, typed: wrong }))).toMatchObject({
      status: 422,
    })
    expect(await publishText(shop, { ...first, draft: 1, typed })).toBe(true)
    expect(await page(shop)).toMatchObject({ version: 1, values: kept, draft: null })
    await saveDraft(shop, { ...first, seen: 1, typed: wrong })
    expect(await discardDraft(shop, { ...first, draft: 1 })).toBe(true)
    expect(await discardDraft(shop, { ...first, draft: 1 })).toBe(false)
    expect(await page(shop)).toMatchObject({ version: 1, values: kept, draft: null })
    const log = await shop.db.orm.select().from(auditLog).orderBy(asc(auditLog.id))
    expect(auditLabel(log.at(-1) as never)).toMatchObject({
      what: 'discarded the draft of the email: Order confirmation',
    })
  })

  it('is another than the text of the shop with the same name, and no page follows it [MAILTEXT-01]', async () => {
    const { shop } = await sellingShop(await open())
    const texts = await currentTexts(shop)
    await publishText(shop, { ...first, typed })
    expect(await currentTexts(shop)).toBe(texts)
    expect((await textsToCheck(shop.db.orm)).changed).toEqual([])
  })

  it('that misses what the mail is for is refused by its input [MAILTEXT-02]', async () => {
    const { shop } = await sellingShop(await open())
    const wrong = { subject: '{nobody}', body: 'Hello.' }
    expect(await refusal(publishText(shop, { ...first, typed: wrong }))).toMatchObject({
      status: 422,
      details: {
        errors: {
          subject: 'This email has no field {nobody}.',
          body: expect.stringContaining('{your order}'),
        },
      },
    })
    expect((await page(shop)).version).toBe(0)
  })

  it('is previewed on a real order in both formats, before the first on a sample, and sent to oneself [MAILTEXT-04, MAIL-24]', async () => {
    const { shop: quiet } = await sellingShop(await open())
    await quiet.db.orm.delete(alerts)
    for (const each of Object.keys(emailTexts) as EmailTextKind[]) {
      const made = await emailPreview(quiet, each, { text: null })
      expect(made).toMatchObject({ order: null, isSample: true })
      expect(made.text).toMatch(/^\*\*\* This is a sample: what it says is made up\./)
      if (isAboutOrder(each)) expect(made.text).toContain('FN-SAMPLE-0000')
      expect(made.html + made.text).not.toMatch(/undefined|null|NaN|\{[a-z ]+\}/)
    }
    const order = await paidOrder(quiet)
    const preview = await emailPreview(quiet, kind, {
      text: kept,
      number: order.number.toLowerCase(),
    })
    expect(preview).toMatchObject({ order: order.number, isSample: false })
    expect(preview.html).toContain(`/order/${order.token}`)
    expect(preview.html).not.toContain('<style')
    expect(preview.text).toContain('Dear customer,')
    expect(
      await refusal(emailPreview(quiet, kind, { text: kept, number: 'FN-NONE' })),
    ).toMatchObject({
      code: 'order_unknown',
    })
    // The link that shows name and address is a key.
    const link = await emailPreview(quiet, 'order-link-buyer', { text: null })
    expect(link.html).not.toContain('confirmed=')

    const ask = { kind, text: kept, number: '', to: by } as const
    expect(await refusal(sendTestEmail(quiet, ask))).toMatchObject({ code: 'no_mail_server' })
    const { shop, sent } = withEmailServer(quiet)
    await sendTestEmail(shop, ask)
    expect(sent).toMatchObject([
      { to: by, subject: `Preview: Test: Thank you for ${order.number}`, replyTo: null },
    ])
    expect(await page(shop)).toMatchObject({ version: 0 })
  })
})

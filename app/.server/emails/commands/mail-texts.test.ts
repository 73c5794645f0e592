import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { mailOutbox } from '#app/.server/platform/db/schema.ts'
import { templateProblems } from '#app/domain/emails/mail-template.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import type { Mail } from '../gateway/mail-gateway.ts'
import { sendMail } from '../jobs/send-mail.ts'
import { mailPreview } from '../queries/mail-preview.ts'
import { listMailTexts, mailTextPage } from '../queries/mail-texts.ts'
import { type MailTextKind, mailTextOf, mailTexts } from '../templates/mail-texts.ts'
import { restoreBuiltInText, saveMailText, takeBackMailText } from './save-mail-text.ts'
import { sendTestMail } from './send-test-mail.ts'

const by = 'ann@example.com'
const kind = 'order-paid-buyer'
const text = {
  subject: 'Thank you for {order number}',
  body: 'Dear customer,\r\n\r\n{what was bought}\r\n\r\n{your order}',
}
const kept = { ...text, body: text.body.replaceAll('\r\n', '\n') }

function withMailServer(shop: AppContext): { shop: AppContext; sent: Mail[] } {
  const sent: Mail[] = []
  const mail = { send: async (each: Mail) => void sent.push(each) }
  return { shop: { ...shop, mail }, sent }
}

describe.each(Object.keys(mailTexts) as MailTextKind[])('the built-in text of %s', (each) => {
  it('is one that staff could write themselves [MAILTEXT-01]', () => {
    const { builtIn, fields } = mailTextOf(each)
    expect(templateProblems(builtIn, fields)).toEqual({})
  })
})

onBothDatabases('the text of a mail', (open) => {
  it('is what the next mail is written by, version by version [MAILTEXT-01]', async () => {
    const { shop } = await sellingShop(await open())
    expect(await mailTextPage(shop, kind)).toMatchObject({ isBuiltIn: true, version: 0 })
    expect(await saveMailText(shop, { kind, text, seen: 0, by })).toBe(true)
    expect(await mailTextPage(shop, kind)).toMatchObject({ text: kept, version: 1 })
    const order = await paidOrder(shop)
    await sendMail(shop)
    const [mail] = await shop.db.orm.select().from(mailOutbox).where(eq(mailOutbox.kind, kind))
    expect(mail?.subject).toBe(`Test: Thank you for ${order.number}`)
    expect(mail?.text).toContain('Dear customer,')
    expect(mail?.text).toContain('per gram')
    const listed = (await listMailTexts(shop)).filter(({ written }) => written !== null)
    expect(listed).toMatchObject([{ kind, written: { by } }])
    const log = await shop.db.orm.select().from(auditLog).orderBy(asc(auditLog.id))
    expect(log.at(-1)).toMatchObject({
      action: 'mail_text.saved',
      facts: { mail: 'Order confirmation', version: 1, builtIn: false },
    })
  })

  it('is saved once, and not over what another has written since [MAILTEXT-03]', async () => {
    const { shop } = await sellingShop(await open())
    const other = { ...text, subject: 'Another' }
    const saved = await Promise.allSettled([
      saveMailText(shop, { kind, text, seen: 0, by }),
      saveMailText(shop, { kind, text: other, seen: 0, by: 'ben@example.com' }),
    ])
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { text: stands } = await mailTextPage(shop, kind)
    const again = stands.subject === 'Another' ? other : text
    // The same button twice: it stands already.
    expect(await saveMailText(shop, { kind, text: again, seen: 0, by })).toBe(false)
    const late = await refusal(
      saveMailText(shop, { kind, text: { ...text, subject: 'Third' }, seen: 0, by }),
    )
    expect(late).toMatchObject({ code: 'mail_text_changed', status: 409 })
    expect((await mailTextPage(shop, kind)).versions).toHaveLength(1)
  })

  it('goes back to an earlier version or to the built-in text [MAILTEXT-03]', async () => {
    const { shop } = await sellingShop(await open())
    await saveMailText(shop, { kind, text, seen: 0, by })
    await saveMailText(shop, { kind, text: { ...text, subject: 'Second' }, seen: 1, by })
    expect(await restoreBuiltInText(shop, { kind, seen: 2, by })).toBe(true)
    expect(await mailTextPage(shop, kind)).toMatchObject({
      isBuiltIn: true,
      text: mailTextOf(kind).builtIn,
      version: 3,
    })
    expect(await takeBackMailText(shop, { kind, seen: 3, version: 1, by })).toBe(true)
    const page = await mailTextPage(shop, kind)
    expect(page).toMatchObject({ isBuiltIn: false, text: kept, version: 4 })
    expect(page.versions.map(({ version, subject }) => [version, subject])).toEqual([
      [4, text.subject],
      [3, null],
      [2, 'Second'],
      [1, text.subject],
    ])
    expect(await refusal(takeBackMailText(shop, { kind, seen: 4, version: 9, by }))).toMatchObject({
      status: 404,
    })
  })

  it('that misses what the mail is for is refused by its input [MAILTEXT-02]', async () => {
    const { shop } = await sellingShop(await open())
    const wrong = { subject: '{nobody}', body: 'Hello.' }
    expect(await refusal(saveMailText(shop, { kind, text: wrong, seen: 0, by }))).toMatchObject({
      status: 422,
      details: {
        errors: {
          subject: 'There is no field {nobody} in this mail.',
          body: expect.stringContaining('{your order}'),
        },
      },
    })
    expect((await mailTextPage(shop, kind)).version).toBe(0)
  })

  it('is previewed on a real order in both formats, and sent to oneself [MAILTEXT-04]', async () => {
    const { shop: quiet } = await sellingShop(await open())
    expect(await mailPreview(quiet, kind, { text })).toBeNull()
    const order = await paidOrder(quiet)
    const preview = await mailPreview(quiet, kind, { text, number: order.number.toLowerCase() })
    expect(preview).toMatchObject({ order: order.number })
    expect(preview?.html).toContain(`/order/${order.token}`)
    expect(preview?.html).not.toContain('<style')
    expect(preview?.text).toContain('Dear customer,')
    expect(await refusal(mailPreview(quiet, kind, { text, number: 'FN-NONE' }))).toMatchObject({
      code: 'order_unknown',
    })
    // The link that shows name and address is a key.
    const link = await mailPreview(quiet, 'order-link-buyer', { text: null })
    expect(link?.html).not.toContain('confirmed=')

    const ask = { kind, text, number: '', to: by } as const
    expect(await refusal(sendTestMail(quiet, ask))).toMatchObject({ code: 'no_mail_server' })
    const { shop, sent } = withMailServer(quiet)
    await sendTestMail(shop, ask)
    expect(sent).toMatchObject([
      { to: by, subject: `Preview: Test: Thank you for ${order.number}`, replyTo: null },
    ])
    expect(await mailTextPage(shop, kind)).toMatchObject({ version: 0 })
  })
})

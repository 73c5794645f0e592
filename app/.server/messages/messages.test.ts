import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contactMessage, customWorkMessage, messageForms } from '#app/contracts/messages/message.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'
import * as messageScreen from '#app/routes/admin/messages/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type EmailServer, emailServer } from '#tests/support/email-server.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { runAdminCommand } from '../admin-command.ts'
import type { AppContext } from '../app-context.ts'
import { dismissStaffEmails, retryEmail } from '../emails/commands/retry-email.ts'
import { smtpEmail } from '../emails/gateway/smtp.ts'
import { sendEmail } from '../emails/jobs/send-emails.ts'
import { unsentEmails } from '../emails/queries/order-emails.ts'
import { emailOutbox } from '../platform/db/schema.ts'
import { keptDays, purge } from '../privacy/jobs/purge.ts'
import { searchPage } from '../reports/queries/search-page.ts'
import { todayPage } from '../reports/queries/today-page.ts'
import { deleteMessage, moveMessage, replyToMessage } from './commands/change-message.ts'
import { receiveMessage, staffEmailsAnHour } from './commands/receive-message.ts'
import { messageById, messagesPage } from './queries/messages.ts'

let server: EmailServer
beforeEach(async () => {
  server = await emailServer()
})
afterEach(() => server.close())

const by = 'ann@example.com'
const written = {
  kind: 'contact',
  name: 'Zoë Buyer',
  email: 'zoe@example.com',
  subject: 'A bent pendant',
  body: 'It fell.\nCan you mend it?',
} as const

const listed = async (app: AppContext, state: 'new' | 'answered' | 'archived' | 'all', q = '') =>
  (await messagesPage(app, { q, state, page: 1 })).messages

async function received(app: AppContext, email: string = written.email) {
  await receiveMessage(app, { ...written, email })
  const [message] = await listed(app, 'new')
  if (!message) throw new Error('nothing was stored')
  return message
}

onBothDatabases('a message of a visitor', (open) => {
  const shopWithEmail = async () => {
    const email = smtpEmail({
      url: server.url,
      reach: 'anywhere',
      from: { name: '', address: 'shop@shop.example' },
    })
    return sellingShop(await open(), { mail: email })
  }

  it('is stored once, and mailed to staff, who answer it by replying [MESSAGE-01]', async () => {
    const { shop, pass } = await shopWithEmail()
    await received(shop)
    await receiveMessage(shop, written)
    await sendEmail(shop)
    expect(await listed(shop, 'all')).toHaveLength(1)
    expect(server.delivered).toHaveLength(1)
    const [email] = server.delivered
    expect(email?.to).toEqual(['hello@fournines.example.com'])
    expect(email?.headers.get('reply-to')?.join()).toContain('zoe@example.com')
    expect(email?.headers.get('subject')?.join()).toContain('A bent pendant')
    expect(email?.words).toContain('Can you mend it?')
    // The same words on another day are another message.
    pass(24 * 60)
    await receiveMessage(shop, written)
    expect(await listed(shop, 'all')).toHaveLength(2)
  })

  it('is stored and listed beyond sixty an hour too, but no longer mailed to staff [MESSAGE-07]', async () => {
    const { shop, pass } = await shopWithEmail()
    expect(staffEmailsAnHour).toBe(60)
    const receive = (count: number, subject: string) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          receiveMessage(shop, { ...written, subject: `${subject} ${at}` }),
        ),
      )
    await receive(62, 'Flood')
    expect((await messagesPage(shop, { q: '', state: 'new', page: 1 })).total).toBe(62)
    const emails = () => shop.db.orm.$count(emailOutbox)
    expect(await emails()).toBe(60)
    pass(61)
    await receive(1, 'Later')
    expect(await emails()).toBe(61)
  })

  it('is stored without what a database does not take, or refused in words, from either form [MESSAGE-08]', async () => {
    const { shop } = await shopWithEmail()
    const nasty = 'A\u0000 \u0085\u009fbent\u001b\ud83d\tring'
    const form = {
      name: nasty,
      email: 'ada@example.com',
      subject: nasty,
      message: `${nasty}\r\nTwo`,
    }
    const { message: body, ...head } = contactMessage.parse(form)
    await receiveMessage(shop, { kind: 'contact', body, ...head })
    const [found] = await listed(shop, 'all')
    expect(found).toMatchObject({ name: 'A bent \ufffd ring', subject: 'A bent \ufffd ring' })
    expect((await messageById(shop, found?.id ?? ''))?.body).toBe('A bent\ufffd\tring\r\nTwo')

    const work = {
      ...{
        additionalNotes: nasty,
        stoneDetails: nasty,
        ringSize: nasty,
        date: nasty,
        phone: nasty,
      },
      ...{ email: 'ada@example.com', shippingAddress: nasty, shippingCity: nasty },
      ...{ shippingState: nasty, shippingZip: nasty },
    }
    const { phone, email, additionalNotes = '' } = customWorkMessage.parse(work)
    const asked = {
      kind: 'custom-work',
      email,
      phone,
      subject: 'Work',
      body: additionalNotes,
    } as const
    await receiveMessage(shop, asked)
    expect(await listed(shop, 'all')).toHaveLength(2)

    const why = (schema: typeof contactMessage | typeof customWorkMessage, input: object) => {
      const { error } = schema.safeParse(input)
      return error ? fieldErrors(error) : {}
    }
    const quoted = '"ada buyer"@example.com'
    for (const [schema, typed] of [
      [contactMessage, form],
      [customWorkMessage, work],
    ] as const) {
      expect(why(schema, { ...typed, email: quoted })).toEqual({
        email:
          'Email addresses with quotes can’t be used because most mail servers don’t accept them. Please enter another.',
      })
    }
    const empty = '\u0000\u0085 \u001b'
    expect(why(contactMessage, { ...form, subject: empty, message: empty })).toEqual({
      subject: 'Please fill this in.',
      message: 'Please fill this in.',
    })
    const answer = { text: 'We\u0000 can.', key: randomUUID() }
    expect(messageForms.answer.parse(answer)).toMatchObject({ text: 'We can.' })
  })

  it('is answered by mail with the message quoted, once, and the answer is stored [MESSAGE-02]', async () => {
    const { shop } = await shopWithEmail()
    const { id } = await received(shop)
    const answer = { id, by, text: 'We can.\nSend it to us.', key: randomUUID() }
    await replyToMessage(shop, answer)
    await replyToMessage(shop, answer)
    await sendEmail(shop)
    const email = server.delivered.find(({ to }) => to.includes('zoe@example.com'))
    expect(server.delivered).toHaveLength(2)
    expect(email?.headers.get('subject')?.join()).toBe('Re: A bent pendant')
    expect(email?.headers.get('reply-to')?.join()).toContain('hello@fournines.example.com')
    expect(email?.words).toMatch(/We can\.\r?\nSend it to us\./)
    expect(email?.words).toMatch(/> It fell\.\r?\n> Can you mend it\?/)
    expect(await messageById(shop, id)).toMatchObject({
      state: 'answered',
      answers: [{ by, text: answer.text, mail: { state: 'sent' } }],
    })
    expect(await listed(shop, 'new')).toEqual([])
    expect(await listed(shop, 'answered', 'zoe')).toMatchObject([{ id }])
    await moveMessage(shop, { id, by, to: 'archived' })
    expect(await listed(shop, 'archived', 'pendant')).toMatchObject([{ id }])
    expect(await listed(shop, 'archived', 'ring')).toEqual([])
  })

  it('says that an answer was not sent, also once the notice of mails to staff is dismissed, and sends it again [MESSAGE-02, MESSAGE-05, MAIL-12]', async () => {
    const { shop } = await shopWithEmail()
    const { id } = await received(shop)
    server.behave('refuses')
    await replyToMessage(shop, { id, by, text: 'We can.', key: randomUUID() })
    await sendEmail(shop)
    expect((await todayPage(shop, 'owner')).messages).toEqual({ fresh: 0, unsent: 1 })
    expect(await unsentEmails(shop)).toMatchObject({ failed: 0, failedToStaff: 1 })
    await dismissStaffEmails(shop, { by })
    expect(await unsentEmails(shop)).toMatchObject({ failedToStaff: 0 })
    expect((await todayPage(shop, 'owner')).messages.unsent).toBe(1)
    const emailId = (await messageById(shop, id))?.answers[0]?.mail?.id ?? ''
    // Its panel is read again also where it is refused [MESSAGE-10].
    const formData = new FormData()
    formData.set('action', 'send again')
    expect(messageScreen.shouldRevalidate({ formData, defaultShouldRevalidate: false })).toBe(true)
    server.behave('greylists')
    const { words } = await renderAdminPage(shop, messageScreen, {
      ...{ path: 'admin/dashboard/messages/:id', address: `/admin/dashboard/messages/${id}` },
      form: { action: 'send again', mail: emailId },
    })
    expect(words).toContain('The shop will try again.')
    expect(words).toContain(', not sent yet')
    server.behave('accepts')
    await shop.db.orm
      .update(emailOutbox)
      .set({ state: 'failed' })
      .where(eq(emailOutbox.id, emailId))
    await retryEmail(shop, { emailId, messageId: id, by })
    await sendEmail(shop)
    expect(server.delivered.at(-1)?.to).toEqual(['zoe@example.com'])
    expect((await todayPage(shop, 'owner')).messages.unsent).toBe(0)
  })

  it('is not answered where nothing can be mailed [MESSAGE-02]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await received(shop)
    const answer = { id, by, text: 'We can.', key: randomUUID() }
    expect(await refusal(replyToMessage(shop, answer))).toMatchObject({ code: 'no_mail_server' })
    expect(await messageById(shop, id)).toMatchObject({ state: 'new', answers: [] })
    expect(await messageById(shop, 'unknown')).toBeNull()
  })

  it('is on the first page and in the search, for who may read it [MESSAGE-03, MESSAGE-05]', async () => {
    const { shop } = await shopWithEmail()
    const { id } = await received(shop)
    expect((await todayPage(shop, 'manager')).messages.fresh).toBe(1)
    expect((await todayPage(shop, 'bench')).messages.fresh).toBe(0)
    for (const q of ['zoe b', 'ZOË@ex', 'a bent']) {
      const found = async (role: 'manager' | 'bench') =>
        (await searchPage(shop, { q, role })).messages.shown
      expect(await found('manager'), q).toMatchObject([{ id }])
      expect(await found('bench'), q).toEqual([])
    }
  })

  it('is found by any spelling of its sender’s domain, which is shown in its letters [FOLD-03, PLACE-09]', async () => {
    const { shop } = await shopWithEmail()
    const { id } = await received(shop, 'Info@xn--mnchen-3ya.example')
    const shown = { id, email: 'Info@münchen.example' }
    await sendEmail(shop)
    expect(server.delivered[0]?.words).toContain(shown.email)
    for (const q of ['info@munchen', 'INFO@MÜNCHEN.example', 'Info@xn--mnchen-3ya.example']) {
      expect(await listed(shop, 'all', q), q).toMatchObject([shown])
      expect((await searchPage(shop, { q, role: 'owner' })).messages.shown, q).toMatchObject([
        shown,
      ])
    }
    expect(await messageById(shop, id)).toMatchObject(shown)
    const privacy = { command: 'privacy', action: 'erase', email: 'info@münchen.example' } as const
    await runAdminCommand(shop, privacy)
    expect(await listed(shop, 'all')).toEqual([])
  })

  it('is exported, erased with its sender, and deleted two years after the last message or reply, wherever it was moved [MESSAGE-06]', async () => {
    const { shop, pass } = await shopWithEmail()
    const { id } = await received(shop)
    await replyToMessage(shop, { id, by, text: 'We can.', key: randomUUID() })
    const privacy = (action: 'export' | 'erase') =>
      runAdminCommand(shop, { command: 'privacy', action, email: 'Zoe@Example.com' })
    const { json, text } = await privacy('export')
    expect(json).toMatchObject({
      messages: [{ subject: 'A bent pendant', answers: [{ text: 'We can.' }] }],
    })
    expect(text).not.toContain(by)
    expect(await privacy('erase')).toMatchObject({
      json: { erased: ['the message of 2026-03-11'], left: [] },
    })
    expect(await listed(shop, 'all')).toEqual([])
    expect(await shop.db.orm.select().from(emailOutbox)).toEqual([])

    const { id: old } = await received(shop)
    const day = 24 * 60
    pass((keptDays.messages - 1) * day)
    expect(await purge(shop)).toMatchObject({ messages: 0 })
    await moveMessage(shop, { id: old, by, to: 'archived' })
    await moveMessage(shop, { id: old, by, to: 'new' })
    pass(2 * day)
    expect(await purge(shop)).toMatchObject({ messages: 1 })
    expect(await messageById(shop, old)).toBeNull()

    const { id: unwanted } = await received(shop)
    await deleteMessage(shop, { id: unwanted, by })
    expect(await messageById(shop, unwanted)).toBeNull()
  })
})

import { asc, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import * as receipt from '#app/.server/documents/receipt.ts'
import { documentForBuyer } from '#app/.server/emails/commands/document-for-buyer.ts'
import { insertParcel } from '#app/.server/orders/parcels.ts'
import { transitionOrder } from '#app/.server/orders/transition.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import { emailOutbox, orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { brand } from '#brand'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type EmailServer, emailServer } from '#tests/support/email-server.ts'
import { buyerAddress, payment, pendingOrder } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { retryEmail } from '../commands/retry-email.ts'
import { smtpEmail } from '../gateway/smtp.ts'
import { maxAttempts, sendEmail, waitAfter } from './send-emails.ts'

let server: EmailServer
beforeEach(async () => {
  server = await emailServer()
})
afterEach(() => server.close())

const from = { name: 'Four Nines', address: 'orders@shop.example' }
const over = (url: string) => smtpEmail({ url, reach: 'anywhere', from })

const outbox = async (app: AppContext) =>
  (await app.db.orm
    .select()
    .from(emailOutbox)
    .orderBy(asc(emailOutbox.createdAt), asc(emailOutbox.kind))) ?? []
const states = async (app: AppContext) =>
  (await outbox(app)).map(({ kind, state, attempts }) => [kind, state, attempts])

const two = { productId: '7', size: 'Small', quantity: 2 }

async function paidOrder(app: AppContext) {
  const order = await pendingOrder(app, [two])
  await applyPaymentEvent(app, payment(order))
  return order
}

onBothDatabases('mail about an order', (open) => {
  it('reaches buyer and staff once it is paid, and is not sent again [MAIL-01, MAIL-02]', async () => {
    const { shop } = await sellingShop(await open(), { mail: over(server.url) })
    const order = await paidOrder(shop)
    await applyPaymentEvent(shop, payment(order))
    await sendEmail(shop)
    await sendEmail(shop)
    expect(await states(shop)).toEqual([
      ['order-paid-buyer', 'sent', 1],
      ['order-paid-staff', 'sent', 1],
    ])
    expect(server.delivered.map(({ to }) => to)).toEqual([
      ['ada@example.com'],
      ['hello@fournines.example.com'],
    ])
    const [buyer, staff] = server.delivered
    expect(buyer?.from).toBe('orders@shop.example')
    expect(buyer?.headers.get('from')).toEqual(['Four Nines <orders@shop.example>'])
    expect(buyer?.headers.get('subject')).toEqual([`Test: Order ${order.number} confirmed`])
    expect(staff?.headers.get('reply-to')).toEqual(['ada@example.com'])
    const [line] = (await shop.db.orm.select().from(orderLines)) ?? []
    if (!line) throw new Error('no line')
    const dollars = (sum: number) => formatCents(cents(sum))
    for (const text of [
      'Test payment',
      `${line.name}, Small`,
      `${line.weightMg / 1000} g × $130.00 per gram`,
      dollars(line.metalValueCents),
      dollars(line.feeCents),
      `2 × ${dollars(line.unitPriceCents)}`,
      dollars(order.totalCents),
      'Gold at $130.00 per gram, $4,043.46 per troy ounce.',
      'Gold price as of March 11, 2026, at 9:00 AM PDT, set by us.',
      `http://localhost:3000/order/${order.token}`,
    ]) {
      // In both parts, text and HTML.
      expect(buyer?.words.split(text).length, text).toBeGreaterThan(2)
    }
    expect(staff?.words).toContain(`/admin/dashboard/orders/${order.id}`)
    expect(staff?.words).not.toContain(order.token)
  })

  it('is kept, whole and readable, where there is no mail server [MAIL-04]', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const { shop } = await sellingShop(await open(), { log })
    const order = await paidOrder(shop)
    await sendEmail(shop)
    await sendEmail(shop)
    expect(await states(shop)).toEqual([
      ['order-paid-buyer', 'kept', 0],
      ['order-paid-staff', 'kept', 0],
    ])
    const [buyer] = await outbox(shop)
    expect(buyer).toMatchObject({ recipient: 'ada@example.com', sentAt: null })
    expect(buyer?.text).toContain(order.number)
    expect(lines.join('')).toContain('an email was kept')
    expect(lines.join('')).not.toMatch(/\bada\b|Seattle|130\.00/i)
    const again = { emailId: buyer?.id ?? '', orderId: order.id, by: 'ann@example.com' }
    expect((await refusal(retryEmail(shop, again))).code).toBe('no_mail_server')
  })

  it('is tried again where the server greylists, under the same name [MAIL-03]', async () => {
    const { shop, pass } = await sellingShop(await open(), { mail: over(server.url) })
    await paidOrder(shop)
    server.behave('greylists')
    await sendEmail(shop)
    expect(await states(shop)).toEqual([
      ['order-paid-buyer', 'waiting', 1],
      ['order-paid-staff', 'waiting', 1],
    ])
    expect((await outbox(shop))[0]?.lastError).toContain('come back later')
    server.behave('accepts')
    await sendEmail(shop)
    expect(server.delivered).toEqual([])
    pass(1)
    await sendEmail(shop)
    const sent = await outbox(shop)
    expect(sent.map(({ state, lastError }) => [state, lastError])).toEqual([
      ['sent', null],
      ['sent', null],
    ])
    expect(server.delivered.map(({ headers }) => headers.get('message-id')?.[0])).toEqual(
      sent.map(({ id }) => `<${id}@shop.example>`),
    )
  })

  it('is sent after a restart that came while the server was away [MAIL-03]', async () => {
    const db = await open()
    const away = await emailServer()
    await away.close()
    const before = await sellingShop(db, { mail: over(away.url) })
    await paidOrder(before.shop)
    await sendEmail(before.shop)
    expect((await outbox(before.shop)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    const back = await emailServer({ port: away.port })
    try {
      const { shop, pass } = await sellingShop(db, { mail: over(back.url) })
      pass(2)
      await sendEmail(shop)
      expect(back.delivered).toHaveLength(2)
    } finally {
      await back.close()
    }
  })

  it('is sent again under the same name where the answer was lost [MAIL-03]', async () => {
    const { shop, pass } = await sellingShop(await open(), { mail: over(server.url) })
    await paidOrder(shop)
    server.behave('takes it and hangs up')
    await sendEmail(shop)
    server.behave('accepts')
    pass(1)
    await sendEmail(shop)
    expect((await outbox(shop)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    const names = server.delivered.map(({ headers }) => headers.get('message-id')?.[0])
    expect(names).toHaveLength(4)
    expect(new Set(names).size).toBe(2)
  })

  it('waits where the server falls silent, and holds up no other work [MAIL-03]', async () => {
    const impatient = smtpEmail({ url: server.url, reach: 'anywhere', from, timeoutMs: 200 })
    const { shop } = await sellingShop(await open(), { mail: impatient })
    await paidOrder(shop)
    server.behave('is silent')
    await sendEmail(shop)
    expect(await states(shop)).toEqual([
      ['order-paid-buyer', 'waiting', 1],
      ['order-paid-staff', 'waiting', 1],
    ])
  })

  it.each(['refuses', 'refuses the words'] as const)(
    'is given up at once where the server %s for good, and staff may try again [MAIL-03]',
    async (mood) => {
      const lines: string[] = []
      const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
      const { shop } = await sellingShop(await open(), { mail: over(server.url), log })
      const order = await paidOrder(shop)
      server.behave(mood)
      await sendEmail(shop)
      const [buyer] = await outbox(shop)
      expect(buyer).toMatchObject({ state: 'failed', attempts: 1 })
      expect(buyer?.lastError).toMatch(/mailbox|words/)
      // The server's words may name the address; the log does not repeat them.
      expect(lines.join('')).toContain('an email was not taken')
      expect(lines.join('')).not.toContain('ada@')
      server.behave('accepts')
      const again = { emailId: buyer?.id ?? '', orderId: order.id, by: 'ann@example.com' }
      await retryEmail(shop, again)
      await retryEmail(shop, again)
      await sendEmail(shop)
      expect((await outbox(shop))[0]).toMatchObject({ state: 'sent', attempts: 1 })
    },
  )

  it('is tried for a day and then given up [MAIL-03]', async () => {
    const { shop, pass } = await sellingShop(await open(), { mail: over(server.url) })
    await paidOrder(shop)
    server.behave('greylists')
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      expect((await outbox(shop))[0]).toMatchObject({ state: 'waiting', attempts: attempt - 1 })
      await sendEmail(shop)
      pass(waitAfter(attempt) / 60_000)
    }
    expect(await states(shop)).toEqual([
      ['order-paid-buyer', 'failed', maxAttempts],
      ['order-paid-staff', 'failed', maxAttempts],
    ])
  })

  it('goes out once where two processes look at the same moment [MAIL-03]', async () => {
    const { shop } = await sellingShop(await open(), { mail: over(server.url) })
    await paidOrder(shop)
    await Promise.all([sendEmail(shop), sendEmail({ ...shop }), sendEmail({ ...shop })])
    expect(server.delivered).toHaveLength(2)
  })

  it('reports the parcel with its tracking, a refund, and each hold [MAIL-01]', async () => {
    const { shop } = await sellingShop(await open(), { mail: over(server.url) })
    const order = await paidOrder(shop)
    for (const id of ['second', 'third', 'third']) {
      await applyPaymentEvent(shop, payment(order, { reference: `${id} payment`, id }))
    }
    const by = { at: shop.now(), actor: 'staff', by: 'ann@example.com', why: 'Sent.' } as const
    await shop.db.orm.transaction(async (tx) => {
      const parcel = await insertParcel(tx, order.id, {
        ...{ carrier: 'other', tracking: 'UPS 1Z 999', sentAt: shop.now(), sentBy: by.by },
        pieces: [{ line: 0, quantity: 1 }],
      })
      const about = [{ about: 'parcel sent', occasion: `${parcel}` }] as const
      await transitionOrder(tx, { ...order, state: 'paid' }, 'fulfilled', by, {}, about)
    })
    await sendEmail(shop)
    await applyPaymentEvent(shop, {
      ...payment(order, { id: 'refund', amount: cents(12345) }),
      ...{ type: 'refunded', reference: `pay-${order.id}`, occurredAt: shop.now() },
    })
    await sendEmail(shop)
    expect((await states(shop)).map(([kind, state]) => `${kind} ${state}`)).toEqual([
      'order-fulfilled-buyer sent',
      'order-held-staff sent',
      'order-held-staff sent',
      'order-paid-buyer sent',
      'order-paid-staff sent',
      'order-payment-extra-buyer sent',
      'order-payment-extra-buyer sent',
      'order-refunded-buyer sent',
    ])
    const textOf = (subject: string) =>
      server.delivered.find(({ headers }) => headers.get('subject')?.[0]?.endsWith(subject))?.words
    expect(textOf('is on its way')).toContain('UPS 1Z 999')
    expect(textOf(`Your refund for order ${order.number}`)).toContain(
      `We’re refunding $123.45 for order ${order.number}`,
    )
    expect(textOf('needs review')).toContain('A second payment of $')
  })

  it('has the receipt, and that of a refund the credit note, the same at each attempt [PAPER-09]', async () => {
    const { shop, pass } = await sellingShop(await open(), { mail: over(server.url) })
    const order = await paidOrder(shop)
    server.behave('takes it and hangs up')
    await sendEmail(shop)
    server.behave('accepts')
    pass(1)
    await applyPaymentEvent(shop, {
      ...payment(order, { id: 'refund', amount: cents(12345) }),
      ...{ type: 'refunded', reference: `pay-${order.id}`, occurredAt: shop.now() },
    })
    await sendEmail(shop)
    const papers = server.delivered.flatMap(({ attachments }) => attachments)
    expect(papers.map(({ filename }) => filename)).toEqual([
      'receipt-R-TEST-00001.pdf',
      'receipt-R-TEST-00001.pdf',
      'credit-note-CN-TEST-2026-0001.pdf',
    ])
    const [first, again, note] = await Promise.all(papers.map(({ content }) => readPdf(content)))
    expect(again?.words).toBe(first?.words)
    expect(first?.words).toContain(`Total ${formatCents(cents(order.totalCents))}`)
    expect(note?.words).toContain('Credited $123.45')
    const staff = server.delivered.filter(({ to }) => to[0] !== 'ada@example.com')
    expect(staff.flatMap(({ attachments }) => attachments)).toEqual([])
    expect(server.delivered[0]?.words).toContain(`/order/${order.token}/documents/receipt.pdf`)
  })

  it('goes out without a paper that cannot be made, and the log says so [PAPER-09]', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    const { shop } = await sellingShop(await open(), { mail: over(server.url), log })
    await paidOrder(shop)
    vi.spyOn(receipt, 'receiptPdf').mockRejectedValue(new Error('no paper'))
    await sendEmail(shop)
    vi.restoreAllMocks()
    expect(await states(shop)).toEqual([
      ['order-paid-buyer', 'sent', 1],
      ['order-paid-staff', 'sent', 1],
    ])
    expect(server.delivered.flatMap(({ attachments }) => attachments)).toEqual([])
    expect(lines.join('')).toContain('an email has no attachment')
  })

  it('goes out without a receipt that no typeface can print, and owners and buyer are told [PRINT-07]', async () => {
    const { shop } = await sellingShop(await open(), { mail: over(server.url) })
    const order = await pendingOrder(shop)
    const address = { ...buyerAddress, name: 'తెలుగు' }
    await applyPaymentEvent(shop, payment(order, { address }))
    await sendEmail(shop)
    expect(await states(shop)).toContainEqual(['order-paid-buyer', 'sent', 1])
    const asked = { token: order.token, file: 'receipt.pdf', confirmed: null }
    await expect(documentForBuyer(shop, asked)).rejects.toMatchObject({
      status: 422,
      message: `This document has a character we can’t print yet. We’ve been notified and will fix it. If you need it soon, please write to ${brand.email} and mention order ${order.number}.`,
    })
    const told = await shop.db.orm.select().from(alerts).where(eq(alerts.kind, 'paper-not-printed'))
    const { id, number } = order
    expect(told.map(({ kind, facts }) => ({ kind, facts }))).toEqual([
      {
        kind: 'paper-not-printed',
        facts: { order: { id, number }, paper: 'receipt', field: 'Sold to' },
      },
    ])
  })

  it('waits a minute at most for the tax of each place [PAPER-09]', async () => {
    const { shop, pass } = await sellingShop(await open(), { mail: over(server.url) })
    await paidOrder(shop)
    await shop.db.orm.update(orders).set({ withTax: true })
    await sendEmail(shop)
    expect(server.delivered.map(({ to }) => to[0])).toEqual(['hello@fournines.example.com'])
    pass(1)
    await sendEmail(shop)
    expect(server.delivered).toHaveLength(2)
  })

  it('is marked as given up where the order names no address [MAIL-03]', async () => {
    const { shop } = await sellingShop(await open(), { mail: over(server.url) })
    const order = await pendingOrder(shop, [two])
    await applyPaymentEvent(shop, payment(order))
    await shop.db.orm.update(orders).set({ email: null })
    await sendEmail(shop)
    expect(await states(shop)).toEqual([
      ['order-paid-buyer', 'failed', 1],
      ['order-paid-staff', 'sent', 1],
    ])
    await shop.db.orm.update(orders).set({ email: 'late@example.com' })
    const [buyer] = await outbox(shop)
    await retryEmail(shop, { emailId: buyer?.id ?? '', orderId: order.id, by: 'ann@example.com' })
    await sendEmail(shop)
    expect(server.delivered.map(({ to }) => to[0])).toContain('late@example.com')
  })
})

it('waits twice as long after each attempt, and a little more than a day in all', () => {
  const waits = Array.from({ length: maxAttempts - 1 }, (_, at) => waitAfter(at + 1) / 60_000)
  expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8])
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 60
  expect(hours).toBeGreaterThan(24)
  expect(hours).toBeLessThan(30)
})

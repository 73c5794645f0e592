import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { cents } from '#app/domain/money/cents.ts'
import { identityRetentionDays } from '#app/domain/trade-ins/identity.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { runAdminCommand } from '../admin-command.ts'
import type { AppContext } from '../app-context.ts'
import { copyRetentionDays } from '../backup/jobs/delete-old-copies.ts'
import { checkRecords } from '../bookkeeping/jobs/check-records.ts'
import { lastCheck } from '../bookkeeping/last-check.ts'
import { sendEmail } from '../emails/jobs/send-emails.ts'
import { recordShipment } from '../fulfillment/commands/record-shipment.ts'
import { applyPaymentEvent } from '../payments/commands/apply-payment-event.ts'
import { expireOrders } from '../payments/commands/expire-orders.ts'
import { recordOfflinePayment } from '../payments/commands/record-offline-payment.ts'
import { alerts } from '../platform/db/auth-schema.ts'
import { type Database, rows } from '../platform/db/database.ts'
import { emailOutbox, orderLines, orders } from '../platform/db/schema.ts'
import { keptDays, purge } from './jobs/purge.ts'

const day = 24 * 60
const personal = /ada@|ada buyer|Example Street|Seattle|\b98101\b/i

/** Everything that is stored, but the catalog and the staff. */
async function stored(db: Database): Promise<string> {
  const tables = [
    'orders',
    'order_lines',
    'order_history',
    'payment_events',
    'mail_outbox',
    'audit_log',
    'chain_links',
    'customers',
    'customer_notes',
    'hand_payments',
    'custom_work',
    'pay_links',
  ]
  const lines = await Promise.all(
    tables.map((name) =>
      rows<{ line: string }>(db.orm, sql`select t::text as line from ${sql.identifier(name)} t`),
    ),
  )
  return lines
    .flat()
    .map(({ line }) => line)
    .join('\n')
}

async function sentOrder(app: AppContext) {
  const order = await paidOrder(app)
  await recordShipment(app, { ...(await readyToSend(app, order)), tracking: '1Z999AA10123456784' })
  await sendEmail(app)
  return order
}

const privacy = (app: AppContext, action: 'export' | 'erase', email: string) =>
  runAdminCommand(app, { command: 'privacy', action, email })

/** As if it had been ordered so: past the shop, which changes no engraving afterwards. */
async function engrave(db: Database, text = 'Ada Buyer', orderId?: string) {
  const of = orderId === undefined ? undefined : eq(orderLines.orderId, orderId)
  await db.orm.execute(sql`alter table order_lines disable trigger order_lines_engraving_kept`)
  await db.orm.update(orderLines).set({ engraving: text }).where(of)
  await db.orm.execute(sql`alter table order_lines enable trigger order_lines_engraving_kept`)
}

onBothDatabases('what is held about a buyer', (open) => {
  it('is with an order that staff made also who paid, and what was asked for [PRIVACY-01, PRIVACY-02]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const email = 'ada@example.com'
    const asked = { custom: 'yes', goldFixed: 'deposit', deposit: '50%' }
    const order = await madeOrder(shop, { email, ...asked, request: 'For Ada Buyer.' })
    const paid = {
      ...({ kind: 'check', reference: 'Ada Buyer 12' } as const),
      ...{ amount: cents(155_000), payer: 'Ada Buyer', receivedOn: '2026-03-11' },
    }
    await recordOfflinePayment(shop, { ...(await asStaff(shop, order)), ...paid })
    const { text } = await privacy(shop, 'export', email)
    expect(JSON.parse(text).orders[0]).toMatchObject({
      paidByHand: [{ payer: 'Ada Buyer', reference: 'Ada Buyer 12', amountCents: 155_000 }],
      customWork: [{ request: 'For Ada Buyer.' }],
    })
    await recordShipment(shop, {
      ...(await readyToSend(shop, order)),
      tracking: '1Z999AA10123456784',
    })
    pass(day)
    await privacy(shop, 'erase', email)
    expect(await stored(shop.db)).not.toMatch(personal)
  })

  it('is exported whole, and opens nothing [PRIVACY-01, GIFT-05, ENGRAVE-08]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const order = await sentOrder(shop)
    await db.orm.update(orders).set({ giftNote: 'For Ada Buyer' })
    await engrave(db)
    const { ok, text } = await privacy(shop, 'export', ' ADA@example.com ')
    expect(ok).toBe(true)
    expect(JSON.parse(text)).toMatchObject({
      orders: [
        {
          number: order.number,
          state: 'fulfilled',
          totalCents: order.totalCents,
          shipping: { method: 'standard', country: 'US', rate: 0 },
          email: 'ada@example.com',
          shippingAddress: { name: 'Ada Buyer', line1: '1000 Example Street' },
          tracking: '1Z999AA10123456784',
          giftNote: 'For Ada Buyer',
          pieces: [{ name: 'Fir Cone', size: 'Small', quantity: 1, engraving: 'Ada Buyer' }],
          history: [{ state: 'pending' }, { state: 'paid' }, { state: 'fulfilled' }],
          payments: [{ type: 'paid', amountCents: order.totalCents, email: 'ada@example.com' }],
          mails: [{ subject: expect.stringContaining(order.number) }, { sentAt: null }],
        },
      ],
    })
    expect(text).not.toContain(order.token)
    expect((await privacy(shop, 'export', 'eve@example.com')).json).toMatchObject({ orders: [] })
  })

  it('is erased, while the books stay and still agree [PRIVACY-02, GIFT-05, ENGRAVE-08]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const order = await sentOrder(shop)
    await db.orm.update(orders).set({ giftNote: 'For Ada Buyer' })
    await engrave(db)
    expect(await stored(db)).toMatch(personal)
    const erased = await privacy(shop, 'erase', 'Ada@Example.com')
    expect(erased.json).toEqual({ erased: [order.number], left: [] })
    expect(await stored(db)).not.toMatch(personal)
    const { order: after, history } = await storedOrder(shop, order.id)
    expect(after).toMatchObject({
      number: order.number,
      state: 'fulfilled',
      totalCents: order.totalCents,
      paidAt: order.paidAt,
      paymentReference: order.paymentReference,
      email: null,
      shippingAddress: {
        name: '',
        line1: '',
        city: '',
        state: 'WA',
        postalCode: '',
        country: 'US',
      },
    })
    expect(history.at(-1)?.why).toBe('Name, street, email address, and emails were erased.')
    expect((await auditLabels(shop)).at(-1)).toBe(
      `npm run privacy: erased name, street, and email address in order ${order.number}`,
    )
    pass(day)
    await checkRecords(shop)
    expect((await lastCheck(db.orm))?.findings).toEqual([])
    expect((await privacy(shop, 'erase', 'ada@example.com')).text).toMatch(
      /^Nothing was erased\.\n/,
    )
  })

  it('is left where the order still needs its buyer [PRIVACY-02]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const order = await paidOrder(shop)
    expect(await privacy(shop, 'erase', 'ada@example.com')).toMatchObject({
      ok: false,
      json: {
        erased: [],
        left: [{ number: order.number, why: 'It’s paid but hasn’t shipped yet.' }],
      },
    })
    expect((await storedOrder(shop, order.id)).order.email).toBe('ada@example.com')
  })

  it('goes by itself after the times that the policy names [PRIVACY-03, GIFT-05, ENGRAVE-08]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const order = await sentOrder(shop)
    const unpaid = await pendingOrder(shop)
    const toCarl = await pendingOrder(shop)
    await db.orm.update(orders).set({ giftNote: 'For Carl' }).where(eq(orders.id, toCarl.id))
    await engrave(db, 'To Carl', toCarl.id)
    await applyPaymentEvent(shop, payment(unpaid, { type: 'declined', email: 'bob@example.com' }))
    pass(60)
    await expireOrders(shop)
    pass((keptDays.notCompleted - 1) * day)
    await purge(shop)
    expect(await stored(db)).toContain('bob@example.com')
    expect(await stored(db)).toContain('For Carl')
    expect(await stored(db)).toContain('To Carl')
    pass(2 * day)
    expect(await purge(shop)).toEqual({
      addresses: 0,
      payers: 3,
      mails: 0,
      invitations: 0,
      labels: 0,
      messages: 0,
      priceAlerts: 0,
      visits: 0,
    })
    expect(await stored(db)).not.toMatch(/bob@example.com|For Carl|To Carl/)
    expect((await storedOrder(shop, order.id)).order.email).toBe('ada@example.com')

    await db.orm.insert(alerts).values({
      at: shop.now(),
      kind: 'staff-added',
      address: '192.0.2.1',
      browser: 'Firefox',
      facts: {},
    })
    pass((keptDays.emailCopies - 30) * day)
    expect(await purge(shop)).toEqual({
      addresses: 1,
      payers: 0,
      mails: 3,
      invitations: 0,
      labels: 0,
      messages: 0,
      priceAlerts: 0,
      visits: 0,
    })
    const kept = await db.orm.select().from(alerts).where(eq(alerts.kind, 'staff-added'))
    expect(kept).toMatchObject([{ address: null, browser: null }])
    const texts = await db.orm
      .select({ text: emailOutbox.text, html: emailOutbox.html })
      .from(emailOutbox)
      .where(eq(emailOutbox.orderId, order.id))
    expect(new Set(texts.flatMap(({ text, html }) => [text, html]))).toEqual(new Set(['']))
    await checkRecords(shop)
    expect((await lastCheck(db.orm))?.findings).toEqual([])
  })
})

it('has its times in the policy that buyers read [PRIVACY-03, BACKUP-10]', () => {
  const policy = readFileSync('content/legal/privacy-policy.md', 'utf8')
  expect(keptDays).toEqual({
    notCompleted: 30,
    emailCopies: 2 * 365,
    invitations: 90,
    labels: 90,
    messages: 2 * 365,
    priceAlerts: 90,
    visits: 2 * 365,
  })
  expect(copyRetentionDays).toBe(8 * 7)
  expect(policy).toMatch(/Backups of all of this +\| Eight weeks/)
  expect(policy).toMatch(/Deleted data stays in older backups until those are deleted, too/)
  expect(policy).toMatch(
    /Messages sent from our pages +\| Two years after the last message or reply/,
  )
  expect(policy).toMatch(/Copies of price alert emails +\| 90 days/)
  expect(policy).toMatch(/Price alerts +\| Until the email is sent or you end it; up to a year/)
  expect(policy).toMatch(/Totals of page views by day +\| Two years/)
  expect(policy).toMatch(/Shipping labels +\| 90 days/)
  expect(identityRetentionDays).toBe(3 * 365)
  expect(policy).toMatch(/ID details of people who sell us gold +\| Three years after/)
  expect(policy).toMatch(/not completed +\| Name, email, and address for 30 days/)
  expect(policy).toMatch(/Copies of emails about an order +\| Two years/)
  expect(policy).toMatch(/IP addresses from sign-ins +\| 90 days/)
})

import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { chainLinks } from '#app/.server/platform/db/audit-log-schema.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { ledgerEntries, recordChecks, refunds } from '#app/.server/platform/db/ledger-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  heldOrder,
  type PlacedOrder,
  paidOrder,
  pendingOrder,
  storedOrder,
  strayPayment,
} from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { placed, stripeShop } from '#tests/support/stripe-shop.ts'
import { attachPayment } from '../payments/commands/attach-payment.ts'
import {
  acceptPaymentOfHeldOrder,
  settlePaymentHold,
} from '../payments/commands/resolve-held-order.ts'
import { health } from '../system/queries/health.ts'
import { checkRecords } from './jobs/check-records.ts'
import { lastCheck } from './last-check.ts'

const dayMinutes = 24 * 60

/** What the next night finds. */
async function found(app: AppContext, pass: (minutes: number) => void): Promise<string[]> {
  pass(dayMinutes)
  expect(await checkRecords(app)).toBe('done')
  return (await lastCheck(app.db.orm))?.findings ?? ['not checked']
}

/** As somebody does who owns the database. */
async function pastTheTriggers(db: Database, change: string): Promise<void> {
  await db.alone(async ({ script }) => {
    const tables = ['audit_log', 'chain_links', 'payment_events', 'order_history', 'orders']
    const all = (how: string) => tables.map((name) => `alter table ${name} ${how} trigger user`)
    await script([...all('disable'), change, ...all('enable')].join(';\n'))
  })
}

type Damage = [what: string, change: (order: PlacedOrder) => string, finding: string]
/** One row each. PAID, NUMBER and ID stand for those of the order that was paid. */
const damages: Damage[] = [
  [
    'a line that is cheaper',
    ({ id }) => `update order_lines set metal_value_cents = metal_value_cents - 1,
      unit_price_cents = unit_price_cents - 1, line_total_cents = line_total_cents - 1
      where order_id = '${id}'`,
    'Order NUMBER: its lines add up to LESS, but its total is TOTAL.',
  ],
  [
    'a line that is lighter',
    ({ id }) => `update order_lines set weight_mg = weight_mg - 1 where order_id = '${id}'`,
    'In the orders as they were placed: order NUMBER was changed.',
  ],
  [
    'a state without its history',
    ({ id }) => `update orders set state = 'fulfilled', step = 'sent' where id = '${id}'`,
    'Order NUMBER is fulfilled, but its history says paid.',
  ],
  [
    'a state without its payment',
    ({ id }) =>
      `update orders set state = 'paid', step = 'paid', paid_at = now() where id = 'WAITING'; select '${id}'`,
    'Order WAITNO counts as paid, but no payment is recorded.',
  ],
  [
    'a history without its beginning',
    ({ id }) => `delete from order_history where order_id = '${id}' and from_state is null`,
    'Order NUMBER: its history has a gap: after nothing it continues as if it were pending.',
  ],
  [
    'a reason in the history',
    ({ id }) =>
      `update order_history set why = 'Something else.' where order_id = '${id}' and to_state = 'paid'`,
    'In the order history: row ROW was changed.',
  ],
  [
    'a mail that is missing',
    ({ id }) => `delete from mail_outbox where order_id = '${id}' and kind = 'order-paid-buyer'`,
    'Order NUMBER is paid, but the email about it to its buyer is missing.',
  ],
  [
    'a mail about nothing',
    ({ id }) =>
      `update orders set state = 'pending', step = null, paid_at = null where id = '${id}'`,
    'Order NUMBER isn’t paid, but an email says it is.',
  ],
  [
    'another amount of a payment',
    ({ id }) =>
      `update payment_events set amount_cents = amount_cents + 1 where order_id = '${id}'`,
    'In the payment events: event paid-ID was changed.',
  ],
  [
    'another payer',
    ({ id }) => `update payment_events set email = 'eve@example.com' where order_id = '${id}'`,
    'In the payment events: event paid-ID was changed in its personal part.',
  ],
  [
    'a payment taken away',
    ({ id }) => `delete from payment_events where order_id = '${id}'`,
    'In the payment events: event paid-ID is missing.',
  ],
  [
    'what staff did',
    () => `update audit_log set actor_id = 'eve@example.com'`,
    'In the audit log: entry 1 was changed.',
  ],
]

onBothDatabases('the nightly look at the records', (open) => {
  it('finds nothing in a shop where all agrees, once a night, and says so [BOOKS-01, BOOKS-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await paidOrder(shop)
    await pendingOrder(shop)
    await heldOrder(shop)
    expect((await health(shop)).records).toBeNull()
    expect(await found(shop, pass)).toEqual([])
    expect(await checkRecords(shop)).toBe('not due')
    pass(dayMinutes - 1)
    expect((await health(shop)).records).toMatchObject({ orders: 3, findings: 0 })
    const notices = (await health(shop)).notices.join()
    expect(notices).not.toContain('books')
    expect(await found(shop, pass)).toEqual([])
    expect(await shop.db.orm.$count(recordChecks)).toBe(2)
    // Three orders, the paid one's second row of history, and the two payments.
    const chains = await shop.db.orm.select({ chain: chainLinks.chain }).from(chainLinks)
    expect(Object.groupBy(chains, ({ chain }) => chain)).toMatchObject({
      orders: { length: 3 },
      order_history: { length: 5 },
      payment_events: { length: 2 },
    })
  })

  it.each(damages)(
    'names the order or row: %s [BOOKS-02, BOOKS-03, BOOKS-05, BOOKS-07]',
    async (_what, change, finding) => {
      const db = await open()
      const { shop, pass } = await sellingShop(db)
      const waiting = await pendingOrder(shop)
      const order = await paidOrder(shop)
      expect(await found(shop, pass)).toEqual([])
      const [row] = (
        (await db.orm.execute(
          sql`select id from order_history where order_id = ${order.id} and to_state = 'paid'`,
        )) as unknown as { rows: { id: number }[] }
      ).rows
      await pastTheTriggers(db, change(order).replace('WAITING', waiting.id))
      const named = finding
        .replace('NUMBER', order.number)
        .replace('WAITNO', waiting.number)
        .replace('LESS', formatCents(cents(order.totalCents - 1)))
        .replace('TOTAL', formatCents(cents(order.totalCents)))
        .replace('ROW', String(row?.id))
        .replace('ID', order.id)
      expect(await found(shop, pass)).toContain(named)
      expect((await health(shop)).notices.join()).toContain('The records don’t match: ')
      // And again the night after, but the owner is told once.
      expect(await found(shop, pass)).toContain(named)
      const told = await db.orm.select().from(alerts).where(eq(alerts.kind, 'books-disagree'))
      expect(told).toMatchObject([
        { kind: 'books-disagree', facts: { found: expect.stringContaining(named) } },
      ])
    },
  )

  it('finds refunds above what was paid, in the ledger and among those asked for [BOOKS-06]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const order = await paidOrder(shop)
    const { at, provider, livemode } = {
      at: shop.now(),
      provider: 'test',
      livemode: false,
    } as const
    const reference = order.paymentReference ?? ''
    const forged = { at, provider, livemode, reference, by: 'eve@example.com' }
    const entry = { ...forged, recordedAt: at, why: 'Forged.', kind: 'refund' } as const
    const whole = order.totalCents
    const booked = { ...entry, orderId: order.id, receivable: whole, payments: -whole }
    await db.orm.insert(ledgerEntries).values({ ...booked, key: 'refund:whole' })
    const above = 'was refunded, but only'
    expect((await found(shop, pass)).join()).not.toContain(above)
    await db.orm
      .insert(ledgerEntries)
      .values({ ...booked, key: 'refund:a cent', receivable: 1, payments: -1 })
    const nobodys = { ...entry, key: 'refund:pi_9', reference: 'pi_9', unattached: 5, payments: -5 }
    await db.orm.insert(ledgerEntries).values(nobodys)
    const [more, paid] = [whole + 1, whole].map((sum) => formatCents(cents(sum)))
    await db.orm.insert(refunds).values({
      ...forged,
      id: 'forged',
      key: 'forged',
      orderId: order.id,
      origin: 'shop',
      amountCents: whole + 1,
      goodsCents: 0,
      taxCents: 0,
      shippingCents: 0,
      discountCents: 0,
      reason: 'Forged.',
      state: 'succeeded',
    })
    const findings = await found(shop, pass)
    expect(findings).toContain(
      `Order ${order.number}: ${more} was refunded, but only ${paid} was paid.`,
    )
    expect(findings).toContain(`Payment pi_9: $0.05 was refunded, but only $0.00 was paid.`)
    expect(findings).toContain(
      `Order ${order.number}: refunds of ${more} were requested, but only ${paid} was paid.`,
    )
  })

  it('keeps an event that got its order later, and one whose payer was erased [BOOKS-03]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const order = await paidOrder(shop)
    await db.orm.execute(
      sql`update payment_events set outcome = 'ignored' where order_id = ${order.id}`,
    )
    await db.orm.execute(
      sql`update payment_events set email = null, shipping_address = null, payload = '{}', personal_salt = null`,
    )
    expect((await found(shop, pass)).filter((finding) => finding.startsWith('In the'))).toEqual([])
  })
})

onBothDatabases('the nightly look at the records and Stripe', (open) => {
  it('agree about a payment of another sum that staff took for the order [BOOKS-04, ORDER-06]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const order = await placed(shop)
    const session = stripe.store.sessions.get(order.session)
    Object.assign(session ?? {}, { amount_total: order.totalCents + 100 })
    expect(await tell(stripe.pay(order.session))).toBe(200)
    const { revision } = (await storedOrder(shop, order.id)).order
    const by = 'ann@example.com'
    await acceptPaymentOfHeldOrder(shop, { id: order.id, revision, by, reason: 'A dollar more.' })
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
    expect(await found(shop, pass)).toEqual([])
    // A sum that nobody took is still named.
    Object.assign(session ?? {}, { amount_total: order.totalCents + 200 })
    expect((await found(shop, pass)).join()).toContain(`Order ${order.number}: Stripe was paid`)
  })

  it('agree about a held payment that staff settled, which closed its order [BOOKS-04, ORDER-06]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const order = await placed(shop)
    const session = stripe.store.sessions.get(order.session)
    Object.assign(session ?? {}, { amount_total: order.totalCents - 100 })
    expect(await tell(stripe.pay(order.session))).toBe(200)
    const { revision } = (await storedOrder(shop, order.id)).order
    const by = 'ann@example.com'
    await settlePaymentHold(shop, { id: order.id, revision, by, reason: 'The buyer was asked.' })
    expect((await storedOrder(shop, order.id)).order.state).toBe('cancelled')
    expect(await found(shop, pass)).toEqual([])
    // One that nobody looked at is named.
    Object.assign(session ?? {}, { amount_total: order.totalCents - 200 })
    expect((await found(shop, pass)).join()).toContain(`Order ${order.number} is canceled`)
  })

  it('agree about an order paid by a payment from before what Stripe is asked for [BOOKS-04, UNATTACHED-02]', async () => {
    const { shop, pass } = await stripeShop(await open())
    const attached = async (daysAgo: number) => {
      const order = await placed(shop)
      const occurredAt = new Date(shop.now().getTime() - daysAgo * 86_400_000)
      const id = `link-${daysAgo}`
      const { id: payment } = await strayPayment(shop, order, { id, occurredAt })
      await attachPayment(shop, { id: payment, number: order.number, by: 'ann@example.com' })
      expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
      return order
    }
    const earlier = await attached(4)
    const unknown = await attached(1)
    const findings = (await found(shop, pass)).join()
    expect(findings).not.toContain(earlier.number)
    // One that Stripe ought to name, and does not.
    expect(findings).toContain(
      `Order ${unknown.number} counts as paid, but Stripe has no payment for it.`,
    )
  })

  it('agree, or the order is named, both ways; unanswered it says so [BOOKS-04]', async () => {
    const db = await open()
    const { shop, stripe, tell, pass } = await stripeShop(db)
    const well = await placed(shop)
    expect(await tell(stripe.pay(well.session))).toBe(200)
    const lost = await placed(shop)
    stripe.pay(lost.session)
    const claimed = await placed(shop)
    await db.orm
      .update(orders)
      .set({ state: 'paid', paidAt: shop.now() })
      .where(eq(orders.id, claimed.id))
    const findings = await found(shop, pass)
    expect(findings).toContain(`Order ${lost.number} is pending, but Stripe says it’s paid.`)
    expect(findings).toContain(
      `Order ${claimed.number} counts as paid, but Stripe has no payment for it.`,
    )
    expect(findings.join()).not.toContain(well.number)
    await stripe.close()
    await found(shop, pass)
    expect((await lastCheck(db.orm))?.providerAsked).toBe(false)
    expect((await health(shop)).notices.join()).toContain('Stripe didn’t respond when the records')
  })
})

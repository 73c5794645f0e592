import { sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { emailOutbox, orderHistory, orderLines, orders } from '#app/.server/platform/db/schema.ts'
import type { StripeServer } from '#tests/support/stripe-server.ts'
import { checkAuditLog, checkLooks, lineCents, pricesInForce } from './check-prices.ts'
import type { Must, Observed } from './observed.ts'
import type { Acknowledged } from './shoppers.ts'

type Order = typeof orders.$inferSelect

/** Compares the shop's orders with what was answered and with what is at Stripe. */
export async function checkOrders(orm: Orm, stripe: StripeServer, seen: Observed) {
  const violations: string[] = []
  const must = (holds: boolean, what: string) => {
    if (!holds) violations.push(what)
  }
  const all = await orm.select().from(orders)
  const bySession = new Map(all.map((order) => [order.paymentSession, order]))

  for (const order of all) {
    must(seen.posted.has(order.quoteId), `${order.number} is of a quote nobody posted`)
  }
  for (const placed of seen.acknowledged.values()) {
    const order = bySession.get(placed.session)
    must(order?.quoteId === placed.quoteId, `the order of ${placed.session} is not there`)
    if (!order) continue
    const session = stripe.store.sessions.get(placed.session)
    const asked = order.totalCents - (seen.fates.get(placed.session) === 'cent less' ? 1 : 0)
    must(session?.amount_total === asked, `${order.number}: Stripe was asked another sum`)
    for (const wrong of [endOf(order, stripe, seen), priceOf(order, placed, seen)]) {
      if (wrong) violations.push(`${order.number}: ${wrong}`)
    }
  }

  const paid = all.filter(({ paidAt }) => paidAt !== null)
  const atStripe = [...stripe.store.sessions.values()].filter(
    ({ id, payment_status }) => payment_status === 'paid' && seen.fates.get(id) !== 'cent less',
  )
  const sum = (cents: number[]) => cents.reduce((one, other) => one + other, 0)
  const paidHere = sum(paid.map(({ totalCents }) => totalCents))
  const charged = sum(atStripe.map(({ amount_total }) => amount_total))
  must(paidHere === charged, `${paidHere} cents are paid in the shop, ${charged} at Stripe`)
  const lines = await orm.select().from(orderLines)
  for (const { id, number, totalCents } of all) {
    const ofOrder = lines.filter(({ orderId }) => orderId === id)
    const total = sum(ofOrder.map(({ lineTotalCents }) => lineTotalCents))
    must(total === totalCents, `${number}: its lines are not its total`)
  }

  const owed = await rows<{ number: string; due: number }>(
    orm,
    sql`select number, sum(receivable)::float8 as due from ledger_entries
      join orders on orders.id = order_id where hold_reason is null
      group by number having sum(receivable) <> 0`,
  )
  for (const { number, due } of owed)
    violations.push(`${number}: ${due} cents are due in the ledger`)
  const [held] = await rows<{ cents: number }>(
    orm,
    sql`select coalesce(sum(payments), 0)::float8 as cents from ledger_entries where kind = 'payment'`,
  )
  const came = sum(
    [...stripe.store.sessions.values()]
      .filter(({ payment_status }) => payment_status === 'paid')
      .map(({ amount_total }) => amount_total),
  )
  must(held?.cents === came, `${held?.cents} cents in the ledger, ${came} at Stripe`)

  checkLooks(seen, must)
  await checkAuditLog(orm, seen, must)
  await checkEvents(orm, seen, must)
  await checkEmails(orm, all, must)
  // A table has no order of its own: two connections may fill its pages in another one.
  const history = await orm.select().from(orderHistory).orderBy(orderHistory.id)
  for (const { id, number, paidAt } of all) {
    const steps = history.filter((row) => row.orderId === id && row.fromState !== row.toState)
    const payments = steps.filter(({ toState }) => toState === 'paid').length
    must(payments === (paidAt ? 1 : 0), `${number}: became paid ${payments} times`)
    must(steps[0]?.fromState === null, `${number}: its history has no beginning`)
  }
  const states: Record<string, number> = {}
  for (const { state, holdReason } of all) {
    const name = holdReason === null ? state : `${state}, held`
    states[name] = (states[name] ?? 0) + 1
  }
  return { violations, states }
}

/** Why the order's state is not what became of its payment page; null where it is. */
function endOf(order: Order, stripe: StripeServer, { fates }: Observed): string | null {
  const fate = fates.get(order.paymentSession ?? '')
  const status = stripe.store.sessions.get(order.paymentSession ?? '')?.status
  const held = order.holdReason !== null
  const is = `is ${order.state}${held ? ', held' : ''} (${order.holdReason}), page ${status}, ${fate}`
  if (held !== (fate === 'cent less')) return is
  switch (fate) {
    case 'paid':
    case 'later':
    case 'webhook lost':
      return order.state === 'paid' ? null : is
    case 'refunded':
      return order.state === 'refunded' ? null : is
    case 'cent less':
      return order.state === 'pending' ? null : is
    case 'failed':
      return order.state === 'cancelled' ? null : is
    default: {
      // Nobody paid: the page is closed, and the order with it.
      const isOver = order.state === 'cancelled' || order.state === 'expired'
      return isOver && status === 'expired' ? null : is
    }
  }
}

/**
 * Why the order was sold at a wrong price; null where it was not [QUOTE-04, QUOTE-07]: the lower of
 * the quote and a price in force while it was placed, and no quote from before a correction.
 */
function priceOf(order: Order, placed: Acknowledged, { prices }: Observed): string | null {
  const voided = prices.find(
    ({ correction, from, until }) => correction && placed.quotedAt < from && placed.askedAt > until,
  )
  if (voided) return `sold by a quote that was void since ${voided.perGram}`
  const inForce = pricesInForce(prices, placed)
  const quoted = Number(placed.perGram)
  const charged = Number(order.goldPricePerGram)
  const allowed = inForce.map((each) => Math.min(each, quoted))
  if (!allowed.includes(charged)) {
    return `sold at ${charged} a gram, quoted ${quoted}, in force ${inForce.join(', ')}`
  }
  const total = placed.lines.reduce((sum, line) => sum + lineCents(line, charged), 0)
  return total === order.totalCents ? null : `costs ${order.totalCents} cents instead of ${total}`
}

/** What was acknowledged is there, once; what the shop asked for itself is apart. */
async function checkEvents(orm: Orm, { events }: Observed, must: Must): Promise<void> {
  const kept = await rows<{ id: string }>(
    orm,
    sql`select id from payment_events where id not like 'reconciled:%'`,
  )
  const ids = new Set(kept.map(({ id }) => id))
  for (const id of events.keys()) must(ids.has(id), `the event ${id} was acknowledged and is lost`)
  must(ids.size === events.size, `${ids.size} events are kept, ${events.size} were acknowledged`)
}

/** Buyer and staff are written to once about each payment, the buyer once about each refund. */
async function checkEmails(orm: Orm, all: readonly Order[], must: Must): Promise<void> {
  const emails = await orm.select().from(emailOutbox)
  for (const { id, number, paidAt, state, holdReason } of all) {
    const kinds = emails.filter(({ orderId }) => orderId === id).map(({ kind }) => kind)
    const expected = [
      ...(paidAt ? ['order-paid-buyer', 'order-paid-staff'] : []),
      ...(state === 'refunded' ? ['order-refunded-buyer'] : []),
      ...(holdReason === null ? [] : ['order-held-staff']),
    ]
    const same = kinds.toSorted().join() === expected.toSorted().join()
    must(same, `${number}: mails ${kinds.join(', ') || 'none'} instead of ${expected.join(', ')}`)
  }
}

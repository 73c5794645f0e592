import { and, eq, gte, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { ifAnswered } from '#app/.server/payments/gateway/if-answered.ts'
import type { PaymentEvent } from '#app/.server/payments/gateway/payment-event.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import { orderEdits } from '#app/.server/platform/db/order-edit-schema.ts'
import { orders, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { orderStateWord, wasPaid } from '#app/domain/orders/order-state.ts'

const dayMs = 86_400_000
/** A session of four days ago is looked at for the third time, and then left. */
const lookBackMs = 3 * dayMs
/** What came within the hour may still be on its way. */
const settledMs = 3_600_000

/**
 * Whether the orders of the last three days agree with the sessions that the provider has of them, both
 * ways. Null: there is none to ask, or it does not answer.
 */
export async function sessionFindings(
  app: AppContext,
): Promise<{ asked: boolean | null; findings: string[] }> {
  const { payments } = app
  if (payments?.provider !== 'stripe') return { asked: null, findings: [] }
  const now = app.now().getTime()
  const since = new Date(now - lookBackMs)
  const answer = await ifAnswered(app, () => payments.completedSince(since), null)
  if (answer === null) return { asked: false, findings: [] }
  const completed = answer.filter(({ type }) => type === 'paid')
  const sessions = completed.flatMap(({ about }) => about.session ?? [])
  const ids = completed.flatMap(({ about }) => about.orderId ?? [])
  const known = await app.db.orm
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.paymentProvider, 'stripe'),
        or(
          inArray(orders.paymentSession, sessions),
          inArray(orders.id, ids),
          and(
            gte(orders.createdAt, new Date(since.getTime() + settledMs)),
            lte(orders.paidAt, new Date(now - settledMs)),
            isNotNull(orders.paymentSession),
          ),
        ),
      ),
    )
  const taxes = await taxesOf(app.db.orm, known)
  const isDecided = await heldAmong(app.db.orm, completed)
  const isBooked = await bookedAmong(app.db.orm, completed)
  const isEdited = await editedAmong(app.db.orm, known)
  const findings = completed.flatMap((event) => {
    const { session, orderId } = event.about
    const order = known.find((each) => each.id === orderId || each.paymentSession === session)
    // Without an id of ours it is a payment link's, which other notices count.
    if (!order)
      return orderId === undefined
        ? []
        : `Stripe was paid for an order that isn’t here: ${orderId}.`
    if (order.holdReason !== null) return []
    // Refunded or explained by staff; what is still owed to the buyer has its own list.
    if (!wasPaid(order.state) && isDecided(event, order.id)) return []
    // Paid in several payments: each must be in the ledger, whatever the order is by now.
    if (order.origin === 'staff' || isEdited.has(order.id)) {
      return isBooked(event)
        ? []
        : `Order ${order.number}: Stripe was paid ${formatCents(event.amount ?? cents(0))}, but the ledger doesn’t have it.`
    }
    if (!wasPaid(order.state)) {
      // A page is open for half an hour.
      const isFresh = now - order.createdAt.getTime() < 2 * settledMs
      return isFresh
        ? []
        : `Order ${order.number} is ${orderStateWord(order.state)}, but Stripe says it’s paid.`
    }
    const due = cents(order.totalCents + (taxes.get(order.id) ?? 0))
    if (event.amount === null || event.amount === due || isDecided(event, order.id)) return []
    return `Order ${order.number}: Stripe was paid ${formatCents(event.amount)}, but its total is ${formatCents(due)}.`
  })
  const references = completed.flatMap(({ reference }) => reference ?? [])
  const isPaidThere = new Set([...sessions, ...ids, ...references])
  const unpaid = known.filter(
    ({ id, paidAt, paymentSession, paymentReference }) =>
      paidAt !== null &&
      ![id, paymentSession, paymentReference].some((each) => each && isPaidThere.has(each)),
  )
  const isEarlier = await paidBefore(app.db.orm, unpaid, since)
  for (const { number, paymentReference } of unpaid) {
    if (isEarlier.has(paymentReference)) continue
    findings.push(`Order ${number} counts as paid, but Stripe has no payment for it.`)
  }
  return { asked: true, findings }
}

/** Payments from before what Stripe was asked for: of a payment link, attached to an order made later. */
async function paidBefore(orm: Orm, unpaid: (typeof orders.$inferSelect)[], since: Date) {
  const wanted = unpaid.flatMap(({ paymentReference }) => paymentReference ?? [])
  const { provider, reference, type, occurredAt } = paymentEvents
  const found = await orm
    .select({ reference })
    .from(paymentEvents)
    .where(
      and(
        ...[eq(provider, 'stripe'), inArray(reference, wanted)],
        ...[eq(type, 'paid'), lt(occurredAt, since)],
      ),
    )
  return new Set(found.map((each) => each.reference))
}

/** Orders that were edited after they were paid: one payment may not equal their total [EDIT-03]. */
async function editedAmong(orm: Orm, found: (typeof orders.$inferSelect)[]) {
  const ids = found.map(({ id }) => id)
  const edits = await orm
    .selectDistinct({ id: orderEdits.orderId })
    .from(orderEdits)
    .where(inArray(orderEdits.orderId, ids))
  return new Set(edits.map(({ id }) => id))
}

/** Whether the ledger has a payment with its very sum. */
async function bookedAmong(orm: Orm, completed: readonly PaymentEvent[]) {
  const references = completed.flatMap(({ reference }) => reference ?? [])
  const { reference, payments, kind } = ledgerEntries
  const booked = await orm
    .select({ reference, amount: payments })
    .from(ledgerEntries)
    .where(and(inArray(reference, references), eq(kind, 'payment')))
  return (event: PaymentEvent) =>
    booked.some((each) => each.reference === event.reference && each.amount === event.amount)
}

/** Payments that were held; where their orders are no longer held, staff took or settled them. */
async function heldAmong(orm: Orm, completed: readonly PaymentEvent[]) {
  const references = completed.flatMap(({ reference }) => reference ?? [])
  const { orderId, reference, amountCents, type, outcome } = paymentEvents
  const held = await orm
    .select({ orderId, reference, amountCents })
    .from(paymentEvents)
    .where(and(inArray(reference, references), eq(type, 'paid'), eq(outcome, 'on hold')))
  return (event: PaymentEvent, id: string) =>
    held.some(
      (each) =>
        each.orderId === id &&
        each.reference === event.reference &&
        each.amountCents === event.amount,
    )
}

/** The sales tax that each order was sold with, by the ledger. */
async function taxesOf(orm: Orm, found: (typeof orders.$inferSelect)[]) {
  const ids = found.filter(({ withTax }) => withTax).map(({ id }) => id)
  if (ids.length === 0) return new Map<string | null, number>()
  const { orderId, tax, kind } = ledgerEntries
  const sold = await orm
    .select({ id: orderId, tax: sql<number>`-sum(${tax})::float8` })
    .from(ledgerEntries)
    .where(and(inArray(orderId, ids), eq(kind, 'sale')))
    .groupBy(orderId)
  return new Map(sold.map((each) => [each.id, each.tax]))
}

import { and, asc, eq, inArray, isNotNull, isNull, lte, min, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { workThrough } from '#app/.server/platform/db/work-through.ts'
import { applyPaymentEvent } from '../commands/apply-payment-event.ts'
import { applyProviderEvent } from '../commands/receive-webhook.ts'
import { resolveWire } from '../commands/resolve-wire.ts'
import { ifAnswered } from '../gateway/if-answered.ts'
import type { PaymentEvent } from '../gateway/payment-event.ts'
import type { PaymentGateway } from '../gateway/payment-gateway.ts'

import { stopEndedPayments } from './stop-payments.ts'

/** A webhook comes within seconds; a shopper who is slower than this is still typing. */
const firstRunMinutes = 3

/** Calls per run, far below any provider's limits. The next run does the rest. */
const maxPerRun = 25

/** Orders pending for longer have had their session closed and applied. */
const maxLookBackMs = 24 * 3_600_000

/** The provider keeps on trying for three days; what it gave up within them is fetched. */
const undeliveredDays = 3

/**
 * Asks the payment provider about orders still pending, so that a lost webhook is found before the
 * customer writes, and lets orders run out by its word. First it asks for all completed pages at
 * once: every paid one is among them, however many pages nobody ever opened [STORM-01]. One process
 * at a time; a provider that does not answer is left alone until the next run. Answers how many
 * orders were settled.
 */
export async function reconcilePayments(app: AppContext): Promise<number> {
  const { db, payments } = app
  if (!db || payments?.provider !== 'stripe') return 0
  const settled = await db.withLease('reconcile payments', async (lease) => {
    let count = await resolveCompleted(app, payments)
    if (count === null) return 0
    await ifAnswered(app, () => stopEndedPayments(app, payments), undefined)
    const request = { provider: payments.provider, now: app.now(), limit: maxPerRun }
    for (const order of await ordersToReconcile(db, request)) {
      if (app.closing.aborted) break
      await lease.check(db.orm)
      const isSettled = await ifAnswered(app, () => reconcileOrder(app, payments, order), null)
      if (isSettled === null) break
      if (isSettled) count += 1
    }
    return count
  })
  return settled ?? 0
}

/** Settles orders whose session was completed without a webhook. Null: the provider does not answer. */
async function resolveCompleted(app: AppContext, payments: PaymentGateway): Promise<number | null> {
  const { provider } = payments
  const now = app.now()
  const oldest = await oldestOverdue(app.db, provider, now)
  if (oldest === null) return 0
  // A session is made after its order; the clocks may differ by some seconds.
  const since = Math.max(oldest.getTime() - 60_000, now.getTime() - maxLookBackMs)
  const completed = await ifAnswered(app, () => payments.completedSince(new Date(since)), null)
  if (completed === null) return null
  const idsOf = ({ about }: PaymentEvent) =>
    [about.session, about.orderId].filter((id) => id !== undefined)
  const overdue = await overdueAmong(app.db, { provider, now, ids: completed.flatMap(idsOf) })
  let count = 0
  for (const event of completed) {
    if (app.closing.aborted) break
    if (!idsOf(event).some((id) => overdue.has(id))) continue
    const { order } = await applyPaymentEvent(app, event)
    if (order && order.state !== 'pending') count += 1
  }
  return count
}

/** Events the provider could not deliver: refunds and disputes too, of which no order is asked about. */
export async function fetchLostEvents(app: AppContext): Promise<number> {
  const { db, payments } = app
  if (!db || payments?.provider !== 'stripe') return 0
  const since = new Date(app.now().getTime() - undeliveredDays * 86_400_000)
  const find = () => ifAnswered(app, () => payments.undelivered(since), [])
  return workThrough(app, 'fetch lost payment events', find, async (event) => {
    await applyProviderEvent(app, event)
    return true
  })
}

/** An order that waits for its payment at a provider. */
type WaitingOrder = Pick<
  OrderRow,
  | 'id'
  | 'number'
  | 'expiresAt'
  | 'paymentProcessingAt'
  | 'payBy'
  | 'paymentCustomer'
  | 'paymentReference'
  | 'withTax'
  | 'pageTaxCents'
> & { paymentSession: string }

/**
 * Asks the provider what became of a pending order and applies the answer as an event. An order whose
 * time is over has its session closed first: it expires here only once nobody can pay it there. True where the order is settled. Throws PaymentUnavailable.
 */
async function reconcileOrder(
  app: AppContext,
  payments: PaymentGateway,
  order: WaitingOrder,
): Promise<boolean> {
  const now = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.update(orders).set({ paymentReconciledAt: now }).where(eq(orders.id, order.id)),
  )
  if (order.payBy === 'wire' && order.paymentProcessingAt !== null) {
    return resolveWire(app, payments, order)
  }
  const isOver = order.expiresAt <= now && order.paymentProcessingAt === null
  const status = isOver
    ? await payments.closeSession(order.paymentSession)
    : await payments.retrieveSession(order.paymentSession)
  if (status === 'open') return false
  if (status !== 'unknown') {
    const { order: after } = await applyPaymentEvent(app, status)
    return after?.state !== 'pending'
  }
  app.log.warn(
    { order: order.number },
    'the payment provider does not know the checkout session of an order',
  )
  if (!isOver) return false
  await applyPaymentEvent(app, unknownSession(order, payments))
  return true
}

/** A session its provider does not know (keys of another account by now) cannot be paid there. */
function unknownSession(order: WaitingOrder, { provider, live }: PaymentGateway): PaymentEvent {
  return {
    id: `reconciled:${order.paymentSession}:unknown`,
    provider,
    livemode: live,
    type: 'expired',
    about: { session: order.paymentSession },
    amount: null,
    currency: null,
    reference: null,
    email: null,
    address: null,
    reconciled: true,
    payload: { session: order.paymentSession, answer: 'unknown' },
  }
}

/**
 * Orders still to be paid that a provider should be asked about: a few minutes after they were
 * placed, then less and less often (a fifth of their age, two minutes to six hours), and once at their
 * end. A payment that takes days is not asked about every minute, and goes before orders that most
 * likely nobody pays.
 */
async function ordersToReconcile(
  { orm }: Database,
  { provider, now, limit }: { provider: 'stripe' | 'test'; now: Date; limit: number },
) {
  const at = sql`${now.toISOString()}::timestamptz`
  // A payment link may be opened days after its order was made.
  const begun = sql`coalesce((select max(attempt_at) from pay_links where order_id = orders.id), ${orders.createdAt})`
  const pause = sql`least(greatest((${at} - ${begun}) / 5, interval '2 minutes'), interval '6 hours')`
  const rows = await orm
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.state, 'pending'),
        eq(orders.paymentProvider, provider),
        isNotNull(orders.paymentSession),
        // What is held waits for a person, whatever the provider says of it again.
        isNull(orders.holdReason),
        sql`${orders.createdAt} <= ${at} - ${firstRunMinutes} * interval '1 minute'`,
        or(
          sql`${orders.paymentReconciledAt} is null`,
          sql`${orders.paymentReconciledAt} <= ${at} - ${pause}`,
          and(lte(orders.expiresAt, now), sql`${orders.paymentReconciledAt} < ${orders.expiresAt}`),
        ),
      ),
    )
    .orderBy(
      sql`${orders.paymentProcessingAt} is null`,
      sql`${orders.paymentReconciledAt} asc nulls first`,
      asc(orders.createdAt),
    )
    .limit(limit)
  return rows.flatMap(({ paymentSession, ...order }) =>
    paymentSession === null ? [] : [{ ...order, paymentSession }],
  )
}

/** Unpaid orders old enough that a webhook about them should have come. */
function overdue(provider: 'stripe' | 'test', now: Date) {
  return and(
    eq(orders.state, 'pending'),
    eq(orders.paymentProvider, provider),
    isNull(orders.holdReason),
    isNull(orders.paymentProcessingAt),
    lte(orders.createdAt, new Date(now.getTime() - firstRunMinutes * 60_000)),
    // Nobody can pay an order of staff before its link is opened.
    or(eq(orders.origin, 'web'), isNotNull(orders.paymentSession)),
  )
}

/** When the oldest of them was placed; null where there is none. */
async function oldestOverdue(
  { orm }: Database,
  provider: 'stripe' | 'test',
  now: Date,
): Promise<Date | null> {
  const [row] = await orm
    .select({ at: min(orders.createdAt) })
    .from(orders)
    .where(overdue(provider, now))
  return row?.at ?? null
}

/** Which of these sessions and orders belong to an overdue order: their ids, mixed. */
async function overdueAmong(
  { orm }: Database,
  { provider, now, ids }: { provider: 'stripe' | 'test'; now: Date; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await orm
    .select({ id: orders.id, session: orders.paymentSession })
    .from(orders)
    .where(
      and(
        overdue(provider, now),
        or(inArray(orders.id, [...ids]), inArray(orders.paymentSession, [...ids])),
      ),
    )
  return new Set(found.flatMap(({ id, session }) => (session === null ? [id] : [id, session])))
}

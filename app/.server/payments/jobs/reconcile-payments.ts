import type { AppContext } from '#app/.server/app-context.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { applyPaymentEvent } from '../commands/apply-payment-event.ts'
import { applyProviderEvent } from '../commands/receive-webhook.ts'
import { reconcileOrder } from '../commands/reconcile-order.ts'
import type { PaymentEvent } from '../gateway/payment-event.ts'
import { type PaymentGateway, PaymentUnavailable } from '../gateway/payment-gateway.ts'
import { oldestOverdue, ordersToReconcile, overdueAmong } from '../queries/orders-to-reconcile.ts'

/** So many calls a run: far below any provider's limits. The rest comes at the next run. */
const maxPerRun = 25

/** Orders pending for longer have had their session closed and applied. */
const maxLookBackMs = 24 * 3_600_000

/** The provider keeps on trying for three days; what it gave up within them is fetched. */
const undeliveredDays = 3

/**
 * Asks the payment provider about orders still pending, so that a lost webhook is found before the
 * customer writes, and lets orders run out by its word. First it asks for all completed pages at
 * once: whoever paid is among them, however many pages beside them nobody ever opened [STORM-01]. One process at
 * a time; a provider that does not answer is left alone until the next run. Answers how many orders
 * were settled.
 */
export async function reconcilePayments(app: AppContext): Promise<number> {
  const { db, payments } = app
  if (!db || payments?.provider !== 'stripe') return 0
  const settled = await db.withLease('reconcile payments', async (lease) => {
    let count = await settleCompleted(app, db, payments)
    if (count === null) return 0
    const request = { provider: payments.provider, now: app.now(), limit: maxPerRun }
    for (const order of await ordersToReconcile(db, request)) {
      if (app.closing.aborted) break
      await lease.check(db.orm)
      try {
        if (await reconcileOrder(app, payments, order)) count += 1
      } catch (error) {
        if (!(error instanceof PaymentUnavailable)) throw error
        app.log.warn({ cause: error.cause }, 'the payment provider does not answer')
        break
      }
    }
    return count
  })
  return settled ?? 0
}

/** Settles orders whose session was completed without a webhook. Null: the provider does not answer. */
async function settleCompleted(
  app: AppContext,
  db: Database,
  payments: PaymentGateway,
): Promise<number | null> {
  const { provider } = payments
  const now = app.now()
  const oldest = await oldestOverdue(db, provider, now)
  if (oldest === null) return 0
  // A session is made after its order; the clocks may differ by some seconds.
  const since = Math.max(oldest.getTime() - 60_000, now.getTime() - maxLookBackMs)
  const completed = await payments.completedSince(new Date(since)).catch((error: unknown) => {
    if (!(error instanceof PaymentUnavailable)) throw error
    app.log.warn({ cause: error.cause }, 'the payment provider does not answer')
    return null
  })
  if (completed === null) return null
  const idsOf = ({ about }: PaymentEvent) =>
    [about.session, about.orderId].filter((id) => id !== undefined)
  const overdue = await overdueAmong(db, { provider, now, ids: completed.flatMap(idsOf) })
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
  const taken = await db.withLease('fetch lost payment events', async (lease) => {
    const events = await payments.undelivered(since).catch((error: unknown) => {
      if (!(error instanceof PaymentUnavailable)) throw error
      app.log.warn({ cause: error.cause }, 'the payment provider does not answer')
      return []
    })
    for (const event of events) {
      if (app.closing.aborted) break
      await lease.check(db.orm)
      await applyProviderEvent(app, event)
    }
    return events.length
  })
  return taken ?? 0
}

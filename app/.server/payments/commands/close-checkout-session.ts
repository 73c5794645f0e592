import type { AppContext } from '#app/.server/app-context.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type PaymentGateway, PaymentUnavailable } from '../gateway/payment-gateway.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'

/**
 * Closes the checkout session of an order that must no longer be paid, before the order is closed
 * here: else it could be paid for nothing. If it was just paid, that is applied. Answers the
 * session that is closed, null where there was none. Throws an AppError where the provider cannot be
 * reached; the order then stays as it is.
 */
export async function closeCheckoutSession(
  app: AppContext,
  orderId: string,
): Promise<string | null> {
  const order = await withDatabase(app, ({ orm }) => findOrder(orm, 'id', orderId))
  const session = order && sessionToClose(order)
  if (!session) return null
  const { payments } = app
  if (payments?.provider !== order.paymentProvider) {
    throw new AppError(
      'payment_unavailable',
      503,
      'This order’s payment page belongs to a payment provider that’s no longer set up.',
      { facts: { order: order.number } },
    )
  }
  await closeSession(app, payments, session, { order: order.number })
  return session
}

/** Closes a payment page; a payment that was made there is applied. */
export async function closeSession(
  app: AppContext,
  payments: PaymentGateway,
  session: string,
  facts: Record<string, unknown>,
): Promise<void> {
  const status = await payments.closeSession(session).catch((error: unknown) => {
    throw paymentError(error, facts)
  })
  // We asked for it to expire; the caller decides what follows.
  if (status !== 'unknown' && status.type !== 'expired') await applyPaymentEvent(app, status)
}

/**
 * Closes the order's checkout session outside any transaction, then works in one: nobody pays there for
 * an order that ends, or a sum that is no longer due. `again`: a session was stored in between, to which
 * the shopper was just sent.
 */
export async function withSessionClosed<T>(
  app: AppContext,
  orderId: string,
  work: (tx: Orm, isClosed: (order: OrderRow) => boolean) => Promise<T | 'again'>,
): Promise<T> {
  const closed = await closeCheckoutSession(app, orderId)
  const result = await withDatabase(app, ({ orm }) =>
    orm.transaction((tx) => work(tx, (order) => sessionToClose(order) === closed)),
  )
  return result === 'again' ? withSessionClosed(app, orderId, work) : result
}

/** The page of an awaited wire is complete: its payment is stopped instead (jobs/stop-payments.ts). */
export function sessionToClose(order: OrderRow): string | null {
  const { state, payBy, paymentProcessingAt, paymentProvider, paymentSession } = order
  const isComplete = payBy === 'wire' && paymentProcessingAt !== null
  return state === 'pending' && !isComplete && paymentProvider !== 'test' ? paymentSession : null
}

/**
 * A provider that does not answer, as an error for the person who waits. Anything else is a bug.
 */
export function paymentError(error: unknown, facts: Record<string, unknown>): unknown {
  if (!(error instanceof PaymentUnavailable)) return error
  return new AppError('payment_unavailable', 503, error.message, {
    facts: { ...facts, cause: error.cause },
  })
}

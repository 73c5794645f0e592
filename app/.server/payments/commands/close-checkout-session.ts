import type { AppContext } from '#app/.server/app-context.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { PaymentUnavailable } from '../gateway/payment-gateway.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'

/**
 * Closes the checkout session of an order that shall not be paid any more, before the order is closed
 * here: else it could be paid for nothing. Where it was paid meanwhile, that is applied. Answers the
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
      'The payment page of this order belongs to a payment provider that is not set up any more.',
      { facts: { order: order.number } },
    )
  }
  const status = await payments.closeSession(session).catch((error: unknown) => {
    throw paymentError(error, { order: order.number })
  })
  // That it expired is what we asked for; why the order ends is the caller's to say.
  if (status !== 'unknown' && status.type !== 'expired') await applyPaymentEvent(app, status)
  return session
}

export function sessionToClose(order: OrderRow): string | null {
  return order.state === 'pending' && order.paymentProvider !== 'test' ? order.paymentSession : null
}

/** A provider that does not answer, as an error for whoever waits. Anything else is a bug. */
export function paymentError(error: unknown, facts: Record<string, unknown>): unknown {
  if (!(error instanceof PaymentUnavailable)) return error
  return new AppError('payment_unavailable', 503, error.message, {
    facts: { ...facts, cause: error.cause },
  })
}

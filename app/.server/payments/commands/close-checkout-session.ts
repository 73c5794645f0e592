import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { OrderRow } from '#app/.server/orders/transition.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type PaymentGateway, PaymentUnavailable } from '../gateway/payment-gateway.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'

/**
 * Closes the provider's page of an order that shall not be paid any more, before the order is closed
 * here: else it could be paid for nothing. Where it was paid meanwhile, that is taken into the books.
 * Answers the session of the page that is closed, null where there was none. Throws a Problem where
 * the provider cannot be reached; the order then stays as it is.
 */
export async function closeCheckoutSession(
  app: AppContext,
  orderId: string,
): Promise<string | null> {
  const [order] = await withDatabase(app, ({ orm }) =>
    orm.select().from(orders).where(eq(orders.id, orderId)),
  )
  const session = order && sessionToClose(order)
  if (!session) return null
  const payments = providerOf(app, order)
  const standing = await payments.closeSession(session).catch((error: unknown) => {
    throw paymentError(error, { order: order.number })
  })
  // That it expired is what we asked for; why the order ends is the caller's to say.
  if (standing !== 'unknown' && standing.type !== 'expired') {
    await applyPaymentEvent(app, standing)
  }
  return session
}

export function sessionToClose(order: OrderRow): string | null {
  return order.state === 'pending' && order.paymentProvider !== 'test' ? order.paymentSession : null
}

function providerOf({ payments }: AppContext, order: OrderRow): PaymentGateway {
  if (payments?.provider === order.paymentProvider) return payments
  throw new AppError(
    'payment_unavailable',
    503,
    'The payment page of this order belongs to a payment provider that is not set up any more.',
    { facts: { order: order.number } },
  )
}

/** The provider's silence, as an answer to whoever waits. Anything else is a bug and stays one. */
export function paymentError(error: unknown, facts: Record<string, unknown>): unknown {
  if (!(error instanceof PaymentUnavailable)) return error
  return new AppError('payment_unavailable', 503, error.message, {
    facts: { ...facts, cause: error.cause },
  })
}

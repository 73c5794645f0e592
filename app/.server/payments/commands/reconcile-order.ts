import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { PaymentEvent } from '../gateway/payment-event.ts'
import type { PaymentGateway } from '../gateway/payment-gateway.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'
import { settleWire } from './expire-wire.ts'

/** An order that waits for its payment at a provider. */
export type WaitingOrder = Pick<
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
export async function reconcileOrder(
  app: AppContext,
  payments: PaymentGateway,
  order: WaitingOrder,
): Promise<boolean> {
  const now = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.update(orders).set({ paymentReconciledAt: now }).where(eq(orders.id, order.id)),
  )
  if (order.payBy === 'wire' && order.paymentProcessingAt !== null) {
    return settleWire(app, payments, order)
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

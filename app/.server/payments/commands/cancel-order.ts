import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { transitionOrder } from '#app/.server/orders/transition.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { canTransition, type OrderState } from '#app/domain/orders/order-state.ts'
import { closeCheckoutSession, sessionToClose } from './close-checkout-session.ts'

/**
 * Cancels an order that is still to be paid; one that is past that, whose payment is on its way, or
 * that is held for staff stays as it is. Its payment page is closed first. Answers the order's state
 * from now on, or null for an unknown order.
 */
export async function cancelOrder(
  app: AppContext,
  orderId: string,
  { by, why }: { by: string; why: string },
): Promise<OrderState | null> {
  const closed = await closeCheckoutSession(app, orderId)
  const at = app.now()
  const state = await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
      if (!order) return null
      if (!canTransition(order.state, 'cancelled') || order.paymentProcessingAt) return order.state
      // Money came that the order could not take, perhaps with the last word of its page.
      if (order.holdReason !== null) return order.state
      // The shopper was just sent to a page that this call has not closed.
      if (sessionToClose(order) !== closed) return 'opened meanwhile'
      await transitionOrder(tx, order, 'cancelled', { at, by, why })
      return 'cancelled'
    }),
  )
  // An order gets one page in its life, so this happens once.
  return state === 'opened meanwhile' ? cancelOrder(app, orderId, { by, why }) : state
}

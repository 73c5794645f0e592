import { type OrderState, wasPaid } from '../orders/order-state.ts'

/**
 * Whether staff must decide about an order that was paid at a price they withdrew: honor the price, or
 * refund it [WITHDRAW-03]. One that is refunded in whole is decided by that.
 */
export function awaitsPriceDecision(order: {
  state: OrderState
  priceWithdrawnAt: Date | null
  priceHonoredAt: Date | null
}): boolean {
  const isWithdrawn = order.priceWithdrawnAt !== null && order.priceHonoredAt === null
  return isWithdrawn && wasPaid(order.state) && order.state !== 'refunded'
}

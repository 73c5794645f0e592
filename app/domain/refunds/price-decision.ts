import { type OrderState, wasPaid } from '../orders/order-state.ts'

type OfPrice = { priceWithdrawnAt: Date | null; priceHonoredAt: Date | null }

/** Staff withdrew the gold price of this order, and nobody has honored it. */
export const isPriceWithdrawn = ({ priceWithdrawnAt, priceHonoredAt }: OfPrice) =>
  priceWithdrawnAt !== null && priceHonoredAt === null

/**
 * Whether staff must decide about an order that was paid at a price they withdrew: honor the price, or
 * refund it [WITHDRAW-03]. One that is refunded in whole is decided by that.
 */
export function awaitsPriceDecision(order: OfPrice & { state: OrderState }): boolean {
  return isPriceWithdrawn(order) && wasPaid(order.state) && order.state !== 'refunded'
}

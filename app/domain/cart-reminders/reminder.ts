import { type CartItem, itemKey, maxQuantity } from '../cart/cart.ts'
import type { OrderState } from '../orders/order-state.ts'

/** How long after the checkout staff can have the email sent. */
export const reminderHours = { least: 1, most: 72 } as const

/** An address that no email could be sent to by then is deleted, in days. */
export const reminderKeptDays = 7

/** The days that the figures of Today are about. */
export const figuresOfDays = 30

type Unfinished = { state: OrderState; paymentProcessingAt: Date | null; holdReason: string | null }

/**
 * Whether a buyer who left this order may still wait for the email: it was not paid, no payment for it was begun
 * or came late, and no one canceled it [REMIND-03].
 */
export function isUnfinished({ state, paymentProcessingAt, holdReason }: Unfinished): boolean {
  if (holdReason !== null || paymentProcessingAt !== null) return false
  return state === 'pending' || state === 'expired'
}

/** The cart with the pieces of an email; one that is in the cart stays as it is, since the cart is newer [REMIND-04]. */
export function withReminded(
  items: readonly CartItem[],
  reminded: readonly CartItem[],
): CartItem[] {
  const here = new Set(items.map(itemKey))
  const missing = reminded.filter((item) => !here.has(itemKey(item)))
  return [
    ...items,
    ...missing.map((item) => ({ ...item, quantity: Math.min(item.quantity, maxQuantity) })),
  ]
}

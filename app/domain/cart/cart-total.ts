import { type Cents, cents, parseDollars, sumCents, timesQuantity } from '../money/cents.ts'
import type { CartItem } from './cart.ts'

// Not with the cart itself, which is in the first scripts of every page: only the open drawer needs it.

/** A quantity as entered; null unless it is a whole number. */
export function parseQuantity(text: string): number | null {
  return /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : null
}

/** Sum of price × quantity [CART-08]; a price that is no money counts as nothing. */
export function cartTotal(items: readonly CartItem[]): Cents {
  return sumCents(
    items.map((item) => timesQuantity(parseDollars(item.price) ?? cents(0), item.quantity)),
  )
}

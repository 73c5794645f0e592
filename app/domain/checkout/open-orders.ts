import type { PricePerGram } from '../gold-price/rates.ts'

/** Unpaid orders that one client may have open at once [OPEN-01]. */
export const maxOpenOrders = 5

/** In percent: a rise beyond it makes the fair lock worth having twice. */
const lockedRise = 1

/**
 * Whether a quote still holds at checkout [OPEN-02]. It always does for the only order of a client:
 * the fair lock is a promise (QUOTE-04). Where gold has risen over 1% since, it does not for a further
 * one, for several quotes held at once are no cart but an option on gold
 * (docs/decisions/031-open-orders.md). Exactly 1% is not over it.
 */
export function lockHolds({
  quoted,
  today,
  otherOrders,
}: {
  quoted: PricePerGram
  today: PricePerGram
  /** Of the same client: open and unpaid, or placed while this quote may have been held. */
  otherOrders: number
}): boolean {
  return otherOrders === 0 || (today - quoted) * 100 <= quoted * lockedRise
}

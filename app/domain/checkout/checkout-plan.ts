import { optionsKey } from '../catalog/chosen-options.ts'
import type { PricePerGram } from '../gold-price/rates.ts'
import { type OrderState, wasPaid } from '../orders/order-state.ts'
import type { PayBy } from '../pricing/bank-discount.ts'
import { isExpired, type Quote, type QuoteLine } from '../quote/quote.ts'

/** Why the shopper has to confirm a total again. */
export const retryReasons = {
  expired: 'Your ten-minute price lock has expired. Please review the new total and confirm.',
  corrected: 'The gold price was corrected. Please review the new total and confirm.',
  risen:
    'The gold price has gone up, and you’ve already used the earlier price on another order. Please review the new total and confirm.',
  changed:
    'A piece in your cart has changed or is no longer sold. Please review the new total and confirm.',
  code: 'Your discount code can no longer be used. Please review the new total and confirm.',
  used: 'This total was already used for an order. Please review the new total and confirm.',
  replaced:
    'This checkout was closed, perhaps by a newer one. Please review the total and confirm.',
  'too late':
    'The payment page couldn’t be opened in time. Please review the total and confirm again.',
} as const
export type AskAgainReason = keyof typeof retryReasons

/** Whether a quote can still become an order. `isVoid`: its gold price was corrected or withdrawn. */
export function whyQuoteIsOver(
  quote: Quote,
  { isVoid, now }: { isVoid: boolean; now: Date },
): AskAgainReason | null {
  if (isVoid) return 'corrected'
  return isExpired(quote, now) ? 'expired' : null
}

type PlacedOrder = {
  state: OrderState
  paymentProvider: string
  livemode: boolean
  payBy: PayBy
  priceWithdrawnAt: Date | null
  expiresAt: Date
}

/** Whether the order of a quote, placed now or before, can be paid the way that was chosen. */
export function notPayableReason(
  order: PlacedOrder,
  { provider, live, payBy, now }: { provider: string; live: boolean; payBy: PayBy; now: Date },
): AskAgainReason | null {
  if (order.state !== 'pending') return 'used'
  // Charged at today's price then, which was withdrawn since; its page is about to be closed.
  if (order.priceWithdrawnAt !== null) return 'corrected'
  const isPayableHere =
    order.paymentProvider === provider &&
    order.livemode === live &&
    order.payBy === payBy &&
    now < order.expiresAt
  return isPayableHere ? null : 'used'
}

/** Paid, or its payment is on its way. */
export function isBought({
  state,
  paymentProcessingAt,
}: {
  state: OrderState
  paymentProcessingAt: Date | null
}): boolean {
  return wasPaid(state) || (state === 'pending' && paymentProcessingAt !== null)
}

type Item = Pick<QuoteLine, 'productId' | 'size' | 'quantity' | 'options'>

/** Whether an order has the very items of a quote. */
export function hasItemsOf(
  { lines }: { lines: readonly (Item & Pick<QuoteLine, 'engraving'>)[] },
  ordered: readonly (Item & { engraving: string | null })[],
): boolean {
  const keyOf = (
    { productId, size, quantity, options }: Item,
    engraving: string | null | undefined,
  ) => JSON.stringify([productId, size, quantity, optionsKey(options), engraving ?? null])
  return (
    lines.map((line) => keyOf(line, line.engraving?.text)).join() ===
    ordered.map((line) => keyOf(line, line.engraving)).join()
  )
}

/** For the history of an unpaid order that a newer checkout of the same browser replaces. */
export function whyReplaced(
  { buyNow }: { buyNow: boolean },
  {
    isOver,
    hasSameItems,
    byCart = false,
  }: { isOver: boolean; hasSameItems: boolean; byCart?: boolean },
): string {
  if (isOver) return 'Its price hold had ended when checkout was pressed again.'
  if (buyNow && byCart) return 'A newer checkout of the cart in the same browser replaced it.'
  if (!hasSameItems) {
    return `A newer ${buyNow ? 'Buy Now' : 'checkout'} of other pieces in the same browser replaced it.`
  }
  const what = buyNow ? 'Buy Now of the same piece' : 'checkout of the same cart'
  return `A newer ${what} replaced it.`
}

/** Unpaid orders that one client may have open at once [OPEN-01]. */
export const maxOpenOrders = 5

/** In percent: a rise beyond it makes the fair lock worth having twice. */
const lockedRise = 1

/**
 * Whether a quote still holds at checkout [OPEN-02]. It always does for the only order of a client:
 * the fair lock is a promise (QUOTE-04). Where gold has risen over 1% since, it does not for a further
 * one, for several quotes held at once are no cart but an option on gold
 * (docs/decisions/006-the-signed-quote.md). Exactly 1% is not over it.
 */
export function isPriceLockValid({
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

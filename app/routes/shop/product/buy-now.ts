import type { GoldSize } from '#app/domain/catalogue/gold-size.ts'
import { withReference } from '#app/domain/catalogue/payment-link.ts'
import { formatCents, parseDollars } from '#app/domain/money/cents.ts'
import { askQuote } from '#app/ui/cart/ask-quote.ts'
import { startCheckout } from '#app/ui/cart/checkout.ts'

/** The alerts of Buy Now, word for word (specification, section 8). */
export const buyNowAlerts = {
  noSize: 'Please select a size to purchase',
  unknownSize: 'Selected size not found',
  failed: 'Sorry, there was an error processing your purchase. Please try again.',
} as const

export type Purchase = {
  productId: string
  sizes: readonly GoldSize[]
  /** Label of the chosen size. */
  selected: string | null
  /** The unit price on the page, as a decimal. */
  shownPrice: string
}

/** The parts of a browser that buying needs. */
export type Counter = {
  fetch: typeof fetch
  alert: (message: string) => void
  confirm: (question: string) => boolean
  leaveFor: (url: string) => void
  /** The page's own address. */
  here: string
}

/**
 * Buys one piece: by the size's own payment link where it has one, without a call [PAY-01]; else at
 * the live price, by a quote and a checkout of that piece alone, which leave the cart as it is [D7].
 * True once the browser is on its way.
 */
export async function buyNow(purchase: Purchase, counter: Counter): Promise<boolean> {
  const { productId, sizes, selected, shownPrice } = purchase
  if (selected === null) return refuse(counter, buyNowAlerts.noSize)
  const size = sizes.find((candidate) => candidate.size === selected)
  if (!size) return refuse(counter, buyNowAlerts.unknownSize)
  if (size.checkoutLink) {
    counter.leaveFor(withReference(size.checkoutLink, productId, size.size))
    return true
  }
  const lines = [{ productId, size: size.size, quantity: 1 }]
  const quoted = await askQuote(counter.fetch, lines)
  if (quoted.kind !== 'quoted' || quoted.answer.lines.length === 0) {
    return refuse(counter, buyNowAlerts.failed)
  }
  const { answer } = quoted
  if (answer.total !== shownPrice && !counter.confirm(newPrice(answer.total))) return false
  const outcome = await startCheckout(counter.fetch, answer, counter.here)
  if (outcome.kind !== 'leave') return refuse(counter, buyNowAlerts.failed)
  counter.leaveFor(outcome.url)
  return true
}

function refuse(counter: Counter, message: string): false {
  counter.alert(message)
  return false
}

function newPrice(total: string): string {
  const price = parseDollars(total)
  return `The gold price has moved. This piece now costs ${price === null ? total : formatCents(price)}. Go on to payment?`
}

import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import { type OptionChoice, withOptions } from '#app/domain/catalog/options.ts'
import { type Cents, centsToDecimal, formatCents, parseDollars } from '#app/domain/money/cents.ts'
import { gramsToNumber } from '#app/domain/money/grams.ts'
import { readSaved } from '#app/ui/browser-storage.ts'
import {
  type CheckoutOutcome,
  inTurn,
  leadsToOrder,
  saveMark,
  startCheckout,
} from '#app/ui/cart/checkout.ts'
import { buyNowMarkKey } from '#app/ui/cart/checkout-mark.ts'
import { type QuoteRefused, requestQuote } from '#app/ui/cart/request-quote.ts'
import { purchaseFailed } from './purchase-failed.ts'

/** The alerts of Buy Now, word for word (specification, section 8). */
const buyNowAlerts = {
  noSize: 'Please select a size to purchase',
  unknownSize: 'Selected size not found',
  failed: purchaseFailed,
} as const

export type Purchase = {
  productId: string
  sizes: readonly GoldSize[]
  /** Label of the chosen size. */
  selected: string | null
  /** What is chosen beside the size, as the page has it; left out: nothing. */
  options?: readonly OptionChoice[]
  /** What is engraved on it, and what that costs, as the page has it; left out: nothing. */
  engraving?: { text: string; fee: Cents } | undefined
  /** The unit price on the page, as a decimal. */
  shownPrice: string
}

/** The parts of a browser that buying needs. */
export type BuyNowBrowser = {
  fetch: typeof fetch
  alert: (message: string) => void
  confirm: (question: string) => boolean
  goTo: (url: string) => void
  /** The mark of the last Buy Now of this product, and saving a new one (checkout.ts). */
  lastMark: () => string | null
  saveMark: (quoteToken: string) => void
  /** Does it once no other tab does the same for this product. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** The page's own address. */
  here: string
}

/** With the parts of the browser this page is in. True once it is on its way. */
export function buyNowHere(purchase: Purchase): Promise<boolean> {
  const markKey = buyNowMarkKey(purchase.productId)
  return buyNow(purchase, {
    fetch,
    alert: (message) => window.alert(message),
    confirm: (question) => window.confirm(question),
    goTo: (url) => window.location.assign(url),
    lastMark: () => readSaved(markKey),
    saveMark: (quoteToken) => saveMark(markKey, quoteToken),
    inTurn: (work) => inTurn(markKey, work),
    here: window.location.href,
  })
}

/**
 * Buys one product: by the size's own payment link where it has one, without a call [PAY-01]; else at
 * the live price, by a quote and a checkout of that product alone, which leave the cart as it is [D7].
 * A newer Buy Now of a product takes the place of the older one, so that it is paid once [PAY-21].
 * True once the browser is on its way.
 */
export async function buyNow(purchase: Purchase, browser: BuyNowBrowser): Promise<boolean> {
  const { productId, sizes, selected, options = [], engraving, shownPrice } = purchase
  if (selected === null) return refuse(browser, buyNowAlerts.noSize)
  const size = sizes.find((candidate) => candidate.size === selected)
  if (!size) return refuse(browser, buyNowAlerts.unknownSize)
  // The page of a link knows of no engraving and no options.
  if (size.checkoutLink && !engraving && options.length === 0) {
    browser.goTo(size.checkoutLink)
    return true
  }
  const engraved = engraving && { engraving: engraving.text }
  const chosen = options.length > 0 && {
    options: options.map(({ name, choice }) => ({ name, choice })),
  }
  const lines = [{ productId, size: size.size, quantity: 1, ...chosen, ...engraved }]
  const quoted = await requestQuote(browser.fetch, lines)
  if (quoted.kind === 'refused') return refuse(browser, alertFor(quoted))
  if (quoted.kind !== 'quoted' || quoted.answer.lines.length === 0) {
    return refuse(browser, buyNowAlerts.failed)
  }
  const { answer } = quoted
  if (
    answer.total !== shownPrice &&
    !browser.confirm(newPrice(withOptions(size, options), answer, engraving?.fee))
  )
    return false
  const { fetch, here } = browser
  const outcome = await browser.inTurn(async () => {
    const lastMark = browser.lastMark()
    const outcome = await startCheckout(fetch, answer, here, undefined, lastMark, { buyNow: true })
    // Bought already, in another tab: its mark stays, and its page takes it away.
    const leaves = outcome.kind === 'leave' && !leadsToOrder(outcome.url, here)
    if (leaves) browser.saveMark(outcome.quote)
    return outcome
  })
  if (outcome.kind !== 'leave') return refuse(browser, alertFor(outcome))
  browser.goTo(outcome.url)
  return true
}

/**
 * What the shop says, where it says why; a shop that takes no payments has its own alert [PAY-04].
 */
function alertFor(outcome: Exclude<CheckoutOutcome, { kind: 'leave' }> | QuoteRefused): string {
  if (!('reason' in outcome)) return buyNowAlerts.failed
  const isClosed = 'code' in outcome && outcome.code === 'shop_unavailable'
  return (!isClosed && outcome.reason) || buyNowAlerts.failed
}

function refuse(browser: BuyNowBrowser, message: string): false {
  browser.alert(message)
  return false
}

/** Names what moved: the gold price, where weight and fee are those of the page; else the product. */
function newPrice(
  { size, weight, fee }: GoldSize,
  { lines, total }: QuoteResponse,
  engravingFee: Cents | undefined,
): string {
  const sold = lines.find((line) => line.size === size)
  const cut = engravingFee === undefined ? undefined : centsToDecimal(engravingFee)
  const same =
    sold?.fee === centsToDecimal(fee) &&
    sold.grams === gramsToNumber(weight) &&
    sold.engravingFee === cut
  const why = same ? 'The gold price has moved.' : 'The price of this piece has changed.'
  const price = parseDollars(total)
  return `${why} This piece now costs ${price === null ? total : formatCents(price)}. Continue to payment?`
}

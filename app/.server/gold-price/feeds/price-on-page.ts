import type { CheerioAPI } from 'cheerio'
import { lazily } from '#app/.server/platform/lazily.ts'
import { dollarAmount, NoPriceOnPage } from './dollar-amount.ts'
import { structuredPrice } from './structured-price.ts'

const cheerio = lazily<typeof import('cheerio')>('cheerio')

/** Lists of other goods and the visitor's cart: prices in there are not the page's own. */
const othersPrices = [
  'ul.products',
  '.related',
  '.upsells',
  '.up-sells',
  '.cross-sells',
  '.product_list_widget',
  '.widget_shopping_cart',
  '.woocommerce-mini-cart',
  '.wc-block-mini-cart',
  '.wc-block-grid',
  '.wc-block-product-template',
  '.wp-block-woocommerce-related-products',
  '.wp-block-woocommerce-product-collection',
  '.wp-block-query',
].join(', ')

/** Where block themes show a product's price without the class `price`. */
const blockPrices = [
  '.wc-block-components-product-price',
  '.wp-block-woocommerce-product-price',
  '.woocommerce-Price-amount',
].join(', ')

/** The price before a sale, the price with tax beside the price, what only screen readers hear. */
const notThePrice =
  'del, s, strike, .woocommerce-price-suffix, .screen-reader-text, script, style, template'

const dollarSigns = new Set(['$', 'US$', 'US $', '$US', 'USD', 'USD $', 'USD$'])

/**
 * The page's own single price in US dollars, as a plain decimal [GADM-11, D17]: of the first
 * element of class `price`; in a block theme without that class, of the product's price block or
 * of its machine-readable offer. Throws NoPriceOnPage rather than guess: an empty element is not
 * made good by the prices of related products after it.
 */
export function priceOnPage(html: string): string {
  const $ = cheerio().load(html)
  const { currencies, amounts } = structuredPrice($)
  if (currencies.size > 0 && !currencies.has('USD')) {
    // WooCommerce writes Canadian, Australian and Mexican dollars as a bare `$` too.
    throw new NoPriceOnPage(`is priced in ${[...currencies].join(', ')}`)
  }
  const own = (selector: string) =>
    $(selector)
      .filter((_, element) => $(element).closest(othersPrices).length === 0)
      .first()
  for (const selector of ['.price', blockPrices]) {
    const element = own(selector)
    if (element.length > 0) return amountIn($, element)
  }
  const [offered] = amounts
  if (offered !== undefined && amounts.size === 1 && currencies.has('USD')) {
    return dollarAmount(offered)
  }
  throw new NoPriceOnPage('shows no element of class price')
}

function amountIn($: CheerioAPI, element: ReturnType<CheerioAPI>): string {
  const price = element.clone()
  price.find(notThePrice).remove()
  const current = price.find('ins')
  const shown = current.length > 0 ? current : price
  shown.find('.woocommerce-Price-currencySymbol').each((_, symbol) => {
    const sign = $(symbol).text().replace(/\s+/gu, ' ').trim()
    if (!dollarSigns.has(sign)) {
      throw new NoPriceOnPage(`shows a price in another currency (${sign})`)
    }
  })
  if (/\d/.test(shown.find('sup').text())) {
    throw new NoPriceOnPage('shows raised digits, which cannot be distinguished from the others')
  }
  // Apart, so that the digits of two elements side by side never run into one number.
  const texts = shown.map((_, part) => $(part).text()).get()
  return dollarAmount(texts.join(' ; '))
}

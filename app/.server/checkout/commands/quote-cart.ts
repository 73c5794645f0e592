import type { AppContext } from '#app/.server/app-context.ts'
import { productsById } from '#app/.server/catalog/queries/catalog.ts'
import { type CodeAttempt, quoteWithCode } from '#app/.server/discounts/queries/code-of-quote.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { shippingPromise } from '#app/.server/settings/queries/shipping-promise.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { shippingMethodsSetting } from '#app/.server/settings/shipping-methods.ts'
import type { ChooseAgain } from '#app/contracts/quote/choose-again.ts'
import {
  type QuoteResponse,
  refusedCode,
  writeQuoteResponse,
} from '#app/contracts/quote/quote-response.ts'
import { engravingFor } from '#app/domain/catalog/engraving.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { choiceText } from '#app/domain/catalog/option-words.ts'
import { optionsFor } from '#app/domain/catalog/options.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { arrivalFrom, formatArrival } from '#app/domain/fulfillment/arrival.ts'
import { stockLeftProblem, takenPieces } from '#app/domain/inventory/stock.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { bankMoneyBy, wireDueBy } from '#app/domain/payments/wire-rules.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import {
  type PricedCart,
  priceCart,
  type QuoteRequestLine,
  withShipping,
} from '#app/domain/quote/quote.ts'
import { isFinalSale } from '#app/domain/returns/final-sale.ts'
import { pricePaused } from '#app/domain/selling/selling.ts'
import {
  type ShippingMethods,
  shippingFor,
  usOnlyProblem,
} from '#app/domain/shipping/offered-shipping.ts'
import {
  type OrderShipping,
  type ShippingChoice,
  standardShipping,
} from '#app/domain/shipping/shipping-method.ts'
import { deliveryText } from '#app/domain/shipping/shipping-words.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import { signQuote } from '../quote-token.ts'

/**
 * Prices a cart and holds the price for ten minutes, by a signed token alone [QUOTE-01, D4]. By 422 where
 * the delivery that is chosen is not offered [SHIPPING-04].
 */
export async function quoteCart(
  app: AppContext,
  asked: readonly QuoteRequestLine[],
  entered: CodeAttempt | null = null,
  chosen: ShippingChoice = standardShipping,
): Promise<QuoteResponse> {
  // Memory may lack a piece that is on sale, which would then fall out of the shopper's cart as no
  // longer sold: while a database is unavailable the cart keeps what it has. Catalog-only mode
  // has only memory.
  const mustBeFresh = app.config.database !== 'none'
  const priced = await priceToday(app, asked, { mustBeFresh, chosen })
  const { enabled } = await salesTaxSetting.current(app)
  const methods = await shippingMethodsSetting.current(app)
  const delivery = offeredOrRefused(chosen, methods)
  const { shipping, arrival } = await shippingPromise(app, chosen.method)
  const terms = await returnTermsSetting.current(app)
  const products = await productsById(app, [...new Set(asked.map(({ productId }) => productId))])
  const isFinal = isFinalSale(products, terms)
  const lines = priced.quote.lines.map((line) => ({ ...line, finalSale: isFinal(line) }))
  const atFullPrice = { ...priced.quote, lines }
  const coded = entered && lines.length > 0 ? await quoteWithCode(app, atFullPrice, entered) : null
  const goods = coded && 'quote' in coded ? coded.quote : atFullPrice
  const quote = lines.length > 0 ? withShipping(goods, delivery) : goods
  const now = app.now()
  const wireUntil = wireDueBy(now, (await bankDiscountSetting.current(app)).wireBankDays)
  const arrivesBy = (payBy: PayBy) => {
    const order = { payBy, paymentProcessingAt: now, expiresAt: wireUntil }
    const moneyOn = bankMoneyBy(order, brand.timeZone)
    const expected = moneyOn === null ? arrival : arrivalFrom(moneyOn, shipping)
    return expected && formatArrival(expected)
  }
  return writeQuoteResponse({ ...priced, quote }, signQuote(app.secret, quote), {
    taxAtCheckout: enabled,
    ...(entered &&
      coded &&
      'problem' in coded && { code: refusedCode(coded.problem, entered.code, brand.timeZone) }),
    wireBy: formatDateTime(wireUntil, brand.timeZone),
    shipping: {
      cost: shipping.shippingCost,
      ...(quote.shipping && {
        row: deliveryText(quote.shipping),
        rate: centsToDecimal(quote.shipping.rate),
      }),
      arrives: arrivesBy('card'),
      arrivesByBank: { debit: arrivesBy('debit'), wire: arrivesBy('wire') },
    },
  })
}

/** What was chosen with its rate of now, or a 422 that says what is not offered. */
export function offeredOrRefused(
  chosen: ShippingChoice,
  methods: ShippingMethods,
): OrderShipping | null {
  const shipping = shippingFor(chosen, methods)
  if (shipping && 'refused' in shipping) {
    throw new AppError('shipping_refused', 422, shipping.refused)
  }
  return shipping
}

/**
 * Refuses by 503 where the gold price is none to sell on [LIVE-08, D41], and by 422 more pieces than are
 * left [STOCK-03]; those in a checkout are left, since it may be the shopper’s own. By 422 also an engraving
 * that is not cut [ENGRAVE-04], and a choice that is not offered [OPTION-04]: nobody is sold the piece without
 * it unasked. And by 422 a piece that is not sent to other countries, where one is chosen [SHIPPING-10].
 */
export async function priceToday(
  app: AppContext,
  lines: readonly QuoteRequestLine[],
  { mustBeFresh, chosen }: { mustBeFresh: boolean; chosen: ShippingChoice },
): Promise<PricedCart> {
  const { gold, state, mayQuote, correctedAt, goldPriceId } = await currentGoldPrice(app, {
    mustBeFresh,
  })
  if (!mayQuote) {
    throw new AppError('gold_price_unavailable', 503, pricePaused, {
      facts: { state, source: gold.source, takenAt: gold.takenAt },
    })
  }
  const ids = [...new Set(lines.map((line) => line.productId))]
  const products = await productsById(app, ids, { mustBeFresh })
  const notSent = usOnlyProblem(
    chosen,
    [...products.values()].filter(({ active }) => active),
  )
  if (notSent) throw new AppError('shipping_refused', 422, notSent)
  refuseOptions(lines, products)
  for (const { productId, engraving } of lines) {
    const product = products.get(productId)
    const asked = product?.active ? engravingFor(engraving, product) : null
    if (asked && 'refused' in asked) throw new AppError('engraving_refused', 422, asked.refused)
  }
  const record = { correctedAt, goldPriceId }
  const discount = (await bankDiscountSetting.current(app)).bankDiscount
  const priced = priceCart(lines, products, gold, state, app.now(), record, discount)
  const counted = new Map(
    [...products].map(([id, { name, stock, attributes }]) => [
      id,
      { name, stock, sizes: goldSizes(attributes) },
    ]),
  )
  for (const { name, quantity, stock } of takenPieces(priced.quote.lines, counted)) {
    const why = stockLeftProblem(name, quantity, stock)
    if (why) throw new AppError('not_enough_left', 422, why)
  }
  return priced
}

/** All of them at once, each with what is offered in its place, so that the cart can ask again [OPTION-04]. */
function refuseOptions(
  lines: readonly QuoteRequestLine[],
  products: ReadonlyMap<string, Product>,
): void {
  const choose: ChooseAgain[] = []
  const sentences = new Set<string>()
  for (const [line, { productId, options }] of lines.entries()) {
    const product = products.get(productId)
    const found = product?.active ? optionsFor(options, product) : null
    if (!product || !found || !('refused' in found)) continue
    sentences.add(found.refused)
    const offered = product.options ?? []
    choose.push({
      line,
      offered: offered.map((each) => ({
        name: each.name,
        choice: each.choice,
        words: choiceText(each),
      })),
    })
  }
  if (choose.length === 0) return
  throw new AppError('options_refused', 422, [...sentences].join(' '), { details: { choose } })
}

import type { ChosenOption } from '../catalog/chosen-options.ts'
import { type Engraved, engravingFor } from '../catalog/engraving.ts'
import { type GoldSize, goldSizes } from '../catalog/gold-size.ts'
import { type OptionChoice, optionsFor, withOptions } from '../catalog/options.ts'
import type { Product } from '../catalog/product.ts'
import type { GoldPrice, GoldPriceState } from '../gold-price/gold-price.ts'
import type { PricePerGram, PricePerOunce } from '../gold-price/rates.ts'
import { type Cents, cents, sumCents, timesQuantity } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import {
  type BankDiscount,
  discountOfLine,
  noBankDiscount,
  type PayBy,
} from '../pricing/bank-discount.ts'
import { priceItem } from '../pricing/price.ts'
import type { OrderShipping } from '../shipping/shipping-method.ts'

/**
 * What a shopper asks a price for. `size` is the label of a gold size; quantity is 1 to 99; `engraving` is
 * the text, and `options` the choices, the same on each piece of the line.
 */
export type QuoteRequestLine = {
  productId: string
  size: string
  quantity: number
  engraving?: string | undefined
  options?: readonly ChosenOption[] | undefined
}

export type QuoteLine = {
  productId: string
  size: string
  name: string
  /** With what its options add, as the fee is. */
  weight: Milligrams
  perGram: PricePerGram
  metalValue: Cents
  fee: Cents
  /** What was chosen beside the size; weight and fee include it. Left out: nothing. */
  options?: readonly OptionChoice[]
  /** What is engraved on each piece, and what that costs; left out: nothing. */
  engraving?: Engraved
  /** Gold, fee and engraving. */
  unitPrice: Cents
  quantity: number
  /** Before a discount. */
  lineTotal: Cents
  /** What a discount code takes off the line; left out: nothing. */
  codeDiscount?: Cents
  /** Whether it is sold as one that is not returnable for a change of mind; left out: nobody said so. */
  finalSale?: boolean | undefined
}

/** The gold price a quote was made at, as it is shown beside it. */
type QuotedGoldPrice = {
  perOunce: PricePerOunce
  perGram: PricePerGram
  source: string
  state: GoldPriceState
  takenAt: Date
}

/** The discount code of a quote; what it takes off is with the lines. */
export type QuotedCode = {
  id: number
  /** As the owner wrote it. */
  name: string
  /** The buyer's email address, of a code that is limited by it; else null. */
  email: string | null
  /** It was also off the gold when the quote was made. */
  offMetal: boolean
}

/** A price held for ten minutes [QUOTE-01, D4]. */
export type Quote = {
  lines: QuoteLine[]
  /** What a card is charged, less what the code takes off, with the rate of shipping. */
  total: Cents
  /** Left out: free standard shipping in the United States. */
  shipping?: OrderShipping
  code?: QuotedCode
  /** What is taken off for anyone who pays by bank; null: there is no bank price. */
  bank: { discount: BankDiscount; saving: Cents } | null
  goldPrice: QuotedGoldPrice
  issuedAt: Date
  expiresAt: Date
  /** The last correction of the gold price that was known when this quote was made; null: none. */
  correctedAt: Date | null
  /** The accepted price it was made at, by its id; null: the default record, or not known. */
  goldPriceId: number | null
}

/** What is stored of a gold price besides itself. */
export type GoldPriceRecord = Pick<Quote, 'correctedAt' | 'goldPriceId'>
const noRecord: GoldPriceRecord = { correctedAt: null, goldPriceId: null }

export const quoteLifetimeMs = 10 * 60 * 1000
export const maxQuoteLines = 50

/** Stripe takes no less [https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts]. */
export const leastTotal = cents(50)

/**
 * A quote's name: the signature of its token, which is the part after the last dot. The order keeps
 * it, and so does the browser, to know its own order again when it is paid [ORDER-08].
 */
export function quoteId(token: string): string {
  return token.slice(token.lastIndexOf('.') + 1)
}

export type PricedCart = { quote: Quote; notes: string[] }

/**
 * Prices a cart from the catalog and one gold price [QUOTE-01, QUOTE-02]. Lines of products that
 * are unknown, inactive or deleted, and of unknown sizes, are dropped with a note that names them
 * [QUOTE-06]. Lines of the same piece are kept apart as asked. Each unit price is rounded once.
 */
export function priceCart(
  lines: readonly QuoteRequestLine[],
  products: ReadonlyMap<string, Product>,
  gold: GoldPrice,
  state: GoldPriceState,
  now: Date,
  { correctedAt, goldPriceId }: GoldPriceRecord = noRecord,
  bankDiscount: BankDiscount = noBankDiscount,
): PricedCart {
  const notes = new Set<string>()
  const priced = lines.flatMap((line): QuoteLine[] => {
    const found = pieceOf(line, products)
    if ('note' in found) {
      notes.add(found.note)
      return []
    }
    const { product, size, ...chosen } = found
    const { id: productId, name } = product
    const { quantity } = line
    return [priceLine({ productId, name, ...size, ...chosen, quantity }, gold.perGram)]
  })
  const { perOunce, perGram, source, takenAt } = gold
  return {
    quote: {
      lines: priced,
      total: sumCents(priced.map((line) => line.lineTotal)),
      bank:
        bankDiscount === noBankDiscount
          ? null
          : { discount: bankDiscount, saving: bankSavingOfLines(priced, bankDiscount) },
      goldPrice: { perOunce, perGram, source, state, takenAt },
      issuedAt: now,
      expiresAt: new Date(now.getTime() + quoteLifetimeMs),
      correctedAt,
      goldPriceId,
    },
    notes: [...notes],
  }
}

/** What is sold on a line, before it has a price. */
type UnpricedLine = Pick<
  QuoteLine,
  'productId' | 'size' | 'name' | 'weight' | 'fee' | 'options' | 'engraving' | 'quantity'
>

/** A line at a price of gold; its unit price is rounded once. */
export function priceLine(line: UnpricedLine, perGram: PricePerGram): QuoteLine {
  const { productId, size, name, weight, fee, options, engraving, quantity } = line
  const price = priceItem(weight, fee, perGram, engraving?.fee)
  const lineTotal = timesQuantity(price.unitPrice, quantity)
  const chosen = { ...(options && { options }), ...(engraving && { engraving }) }
  return { productId, size, name, weight, perGram, ...price, ...chosen, quantity, lineTotal }
}

/** `size`: its weight and fee with what its options add. */
type Piece = {
  product: Product
  size: GoldSize
  options?: readonly OptionChoice[]
  engraving?: Engraved
}

/** The piece a line asks for, or the sentence that says what of it cannot be had [QUOTE-06]. */
export function pieceOf(
  line: QuoteRequestLine,
  products: ReadonlyMap<string, Product>,
): Piece | { note: string; of?: 'engraving' | 'options' } {
  const product = products.get(line.productId)
  if (!product?.active) {
    return { note: `${product?.name ?? `Piece ${line.productId}`} is no longer sold.` }
  }
  const size = goldSizes(product.attributes).find((candidate) => candidate.size === line.size)
  if (size) {
    const engraving = engravingFor(line.engraving, product)
    if (engraving && 'refused' in engraving) return { note: engraving.refused, of: 'engraving' }
    const options = optionsFor(line.options, product)
    if ('refused' in options) return { note: options.refused, of: 'options' }
    const chosen = withOptions(size, options)
    // Refused when a product is saved; nothing is sold below its gold, however it came about.
    if (chosen.weight <= 0 || chosen.fee < 0) {
      return { note: `${product.name} can’t be made with these options.`, of: 'options' }
    }
    return {
      ...{ product, size: chosen },
      ...(options.length > 0 && { options }),
      ...(engraving && { engraving }),
    }
  }
  if (line.size === '') return { note: `${product.name} is sold by size. Please choose one.` }
  return { note: `${product.name} is no longer sold in size ${line.size}.` }
}

export function isExpired(quote: Pick<Quote, 'expiresAt'>, now: Date): boolean {
  return now.getTime() >= quote.expiresAt.getTime()
}

/** What staff have called back since a quote was made. */
export type CalledBack = {
  /** When they last corrected the gold price, for all quotes before; null: never. */
  lastCorrection: Date | null
  /** They withdrew the very price of this quote. */
  isWithdrawn: boolean
}

/**
 * Whether a quote is void: staff withdrew the price it was made at [WITHDRAW-01], or corrected the
 * gold price after it was made [QUOTE-07]. The quote carries its price and the last correction it
 * knows of, so clocks of several processes need not agree.
 */
export function isVoid(
  quote: Pick<Quote, 'correctedAt'>,
  { lastCorrection, isWithdrawn }: CalledBack,
): boolean {
  if (isWithdrawn) return true
  if (lastCorrection === null) return false
  return quote.correctedAt === null || quote.correctedAt < lastCorrection
}

/**
 * What paying by bank takes off a line, once a code took its part [CODE-02]. Together they take a line
 * below its metal value only as far as the bank discount alone, or the code alone, would.
 */
export function bankSavingOfLine(
  line: Pick<QuoteLine, 'lineTotal' | 'metalValue' | 'quantity' | 'codeDiscount'>,
  discount: BankDiscount,
): Cents {
  const { lineTotal, codeDiscount = cents(0) } = line
  const alone = discountOfLine(lineTotal, discount)
  if (codeDiscount === 0) return alone
  const left = cents(lineTotal - codeDiscount)
  const metal = timesQuantity(line.metalValue, line.quantity)
  const floor = Math.min(metal, lineTotal - alone)
  return cents(Math.min(discountOfLine(left, discount), Math.max(0, left - floor)))
}

export const bankSavingOfLines = (
  lines: readonly Parameters<typeof bankSavingOfLine>[0][],
  discount: BankDiscount,
): Cents => sumCents(lines.map((line) => bankSavingOfLine(line, discount)))

/** What is taken off for this way to pay. */
function savingOf({ bank }: Pick<Quote, 'bank'>, payBy: PayBy): Cents {
  return payBy === 'card' || bank === null ? cents(0) : bank.saving
}

/** What this way to pay costs [BANK-02]. */
export function dueOf(quote: Pick<Quote, 'total' | 'bank'>, payBy: PayBy): Cents {
  return cents(quote.total - savingOf(quote, payBy))
}

/**
 * What is charged within the ten minutes [QUOTE-04]: the quote as given, or today's where what is due
 * is lower, be it for the gold price, a fee or the bank discount. `today` prices the same goods now; it
 * keeps the quote's own expiry, so that a lower price never lengthens the lock, and what the quote said of
 * returns.
 */
export function lowerQuote(quote: Quote, today: Quote, payBy: PayBy = 'card'): Quote {
  if (dueOf(today, payBy) >= dueOf(quote, payBy)) return quote
  const lines = today.lines.map((line, index) => {
    const { finalSale } = quote.lines[index] ?? line
    return finalSale === undefined ? line : { ...line, finalSale }
  })
  return { ...today, lines, expiresAt: quote.expiresAt }
}

/**
 * A quote with the rate of its shipping in the total; null: free standard shipping. No code and no bank
 * discount takes anything off the rate, so it comes after both [SHIPPING-05].
 */
export function withShipping(quote: Quote, shipping: OrderShipping | null): Quote {
  return shipping ? { ...quote, shipping, total: cents(quote.total + shipping.rate) } : quote
}

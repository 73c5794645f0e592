import { takenAtOf } from '../gold-price/gold-price.ts'
import { rateToDecimal } from '../gold-price/rates.ts'
import { centsToDecimal } from '../money/cents.ts'
import { gramsToNumber } from '../money/grams.ts'
import type { PricedCart } from './quote.ts'

/**
 * What POST /api/quote answers, and checkout under `fresh` [QUOTE-01]. Money is a string with two
 * decimals; rates of gold are strings with at least two and at most four, since they are exact to
 * four; weights are numbers in grams; times are ISO 8601 in UTC.
 */
export type QuoteAnswer = {
  /** The signed token: opaque to the browser, handed back at checkout. */
  quote: string
  lines: {
    productId: string
    size: string
    name: string
    grams: number
    pricePerGram: string
    metalValue: string
    fee: string
    unitPrice: string
    quantity: number
    lineTotal: string
  }[]
  total: string
  goldPrice: {
    price: string
    pricePerGram: string
    source: string
    state: string
    /** null for the fallback price, which was never true. */
    takenAt: string | null
  }
  issuedAt: string
  expiresAt: string
  /** Sentences for the shopper about what was dropped [QUOTE-06]. */
  notes: string[]
}

export function quoteAnswer({ quote, notes }: PricedCart, token: string): QuoteAnswer {
  const { goldPrice } = quote
  return {
    quote: token,
    lines: quote.lines.map((line) => ({
      productId: line.productId,
      size: line.size,
      name: line.name,
      grams: gramsToNumber(line.weight),
      pricePerGram: rateToDecimal(line.perGram),
      metalValue: centsToDecimal(line.metalValue),
      fee: centsToDecimal(line.fee),
      unitPrice: centsToDecimal(line.unitPrice),
      quantity: line.quantity,
      lineTotal: centsToDecimal(line.lineTotal),
    })),
    total: centsToDecimal(quote.total),
    goldPrice: {
      price: rateToDecimal(goldPrice.perOunce),
      pricePerGram: rateToDecimal(goldPrice.perGram),
      source: goldPrice.source,
      state: goldPrice.state,
      takenAt: takenAtOf(goldPrice),
    },
    issuedAt: quote.issuedAt.toISOString(),
    expiresAt: quote.expiresAt.toISOString(),
    notes,
  }
}

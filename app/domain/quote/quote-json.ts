import { type GoldPriceState, goldPriceStates } from '../gold-price/gold-price.ts'
import type { PricePerGram, PricePerOunce } from '../gold-price/rates.ts'
import { type Cents, cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import type { Quote, QuoteLine } from './quote.ts'

/**
 * A quote as plain JSON and back, without loss: cents, milligrams and ten-thousandths are whole
 * numbers there as here, and times are milliseconds, so no rounding can happen on the way.
 */
export function quoteToJson(quote: Quote) {
  const { goldPrice } = quote
  return {
    // Field by field: whatever else an object may carry does not travel, and the order is fixed.
    lines: quote.lines.map((line) => ({
      productId: line.productId,
      size: line.size,
      name: line.name,
      weight: line.weight as number,
      perGram: line.perGram as number,
      // The name in quotes that were signed before an update.
      goldPart: line.metalValue as number,
      fee: line.fee as number,
      unitPrice: line.unitPrice as number,
      quantity: line.quantity,
      lineTotal: line.lineTotal as number,
    })),
    total: quote.total as number,
    goldPrice: {
      perOunce: goldPrice.perOunce as number,
      perGram: goldPrice.perGram as number,
      source: goldPrice.source,
      state: goldPrice.state,
      takenAt: goldPrice.takenAt.getTime(),
    },
    issuedAt: quote.issuedAt.getTime(),
    expiresAt: quote.expiresAt.getTime(),
    correctedAt: quote.correctedAt?.getTime() ?? null,
  }
}

/** What quoteToJson wrote, or null where anything is missing or of another kind. */
export function quoteFromJson(json: unknown): Quote | null {
  try {
    const quote = fields(json)
    const gold = fields(quote.goldPrice)
    return {
      lines: list(quote.lines).map(lineFromJson),
      total: cents(whole(quote.total)),
      goldPrice: {
        perOunce: whole(gold.perOunce) as PricePerOunce,
        perGram: whole(gold.perGram) as PricePerGram,
        source: text(gold.source),
        state: goldState(gold.state),
        takenAt: new Date(whole(gold.takenAt)),
      },
      issuedAt: new Date(whole(quote.issuedAt)),
      expiresAt: new Date(whole(quote.expiresAt)),
      correctedAt: quote.correctedAt === null ? null : new Date(whole(quote.correctedAt)),
    }
  } catch (error) {
    if (error instanceof NotAQuote) return null
    throw error
  }
}

function lineFromJson(json: unknown): QuoteLine {
  const line = fields(json)
  return {
    productId: text(line.productId),
    size: text(line.size),
    name: text(line.name),
    weight: whole(line.weight) as Milligrams,
    perGram: whole(line.perGram) as PricePerGram,
    metalValue: whole(line.goldPart) as Cents,
    fee: whole(line.fee) as Cents,
    unitPrice: whole(line.unitPrice) as Cents,
    quantity: whole(line.quantity),
    lineTotal: whole(line.lineTotal) as Cents,
  }
}

class NotAQuote extends Error {}

function fields(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new NotAQuote()
  return value as Record<string, unknown>
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new NotAQuote()
  return value
}

function whole(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new NotAQuote()
  return value as number
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new NotAQuote()
  return value
}

function goldState(value: unknown): GoldPriceState {
  const state = goldPriceStates.find((known) => known === value)
  if (!state) throw new NotAQuote()
  return state
}

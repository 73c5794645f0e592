import { type CartItem, itemKey, itemSize, lineKey, type NewPrice } from '#app/domain/cart/cart.ts'
import { parseDollars } from '#app/domain/money/cents.ts'
import type { QuoteAnswer } from '#app/domain/quote/quote-answer.ts'

export type QuotedLine = Pick<
  QuoteAnswer['lines'][number],
  'productId' | 'size' | 'grams' | 'pricePerGram' | 'fee' | 'unitPrice'
>

/** What the cart reads of the answer of `POST /api/quote`. */
export type ShownQuote = Pick<QuoteAnswer, 'quote' | 'total' | 'notes'> & {
  lines: QuotedLine[]
  goldPrice: Pick<QuoteAnswer['goldPrice'], 'pricePerGram' | 'state'>
  /** From issue to expiry: the server's clock and the browser's need not agree. */
  heldForMs: number
}

export type RequestedLine = { productId: string; size: string; quantity: number }

export function requestedLines(items: readonly CartItem[]): RequestedLine[] {
  return items.map((item) => ({
    productId: item.id,
    size: itemSize(item) ?? '',
    quantity: item.quantity,
  }))
}

/** Today's unit prices by line key, for the cart's `reprice`; null for lines the quote dropped. */
export function unitPrices(
  items: readonly CartItem[],
  answer: ShownQuote,
): Map<string, NewPrice | null> {
  const prices = new Map<string, NewPrice | null>(items.map((item) => [itemKey(item), null]))
  for (const { productId, size, grams, fee, pricePerGram, unitPrice } of answer.lines) {
    const seen = { grams: String(grams), fee, perGram: pricePerGram }
    prices.set(lineKey(productId, size), { price: unitPrice, seen })
  }
  return prices
}

/**
 * The answer in the shape above, or null where it is anything else: a proxy's error page must not
 * become a price.
 */
export function readShownQuote(value: unknown): ShownQuote | null {
  if (!isRecord(value) || !isRecord(value.goldPrice)) return null
  const { quote, total, lines, goldPrice, issuedAt, expiresAt, notes } = value
  const heldForMs = Date.parse(String(expiresAt)) - Date.parse(String(issuedAt))
  const fits =
    typeof quote === 'string' &&
    isMoney(total) &&
    Array.isArray(lines) &&
    lines.every(isQuotedLine) &&
    Array.isArray(notes) &&
    notes.every((note) => typeof note === 'string') &&
    heldForMs > 0
  if (!fits) return null
  const { pricePerGram, state } = goldPrice
  return {
    quote,
    lines,
    total,
    goldPrice: { pricePerGram: String(pricePerGram), state: String(state) },
    heldForMs,
    notes,
  }
}

function isQuotedLine(value: unknown): value is QuotedLine {
  return (
    isRecord(value) &&
    typeof value.productId === 'string' &&
    typeof value.size === 'string' &&
    typeof value.grams === 'number' &&
    typeof value.pricePerGram === 'string' &&
    isMoney(value.fee) &&
    isMoney(value.unitPrice)
  )
}

function isMoney(value: unknown): value is string {
  return typeof value === 'string' && /^\d+\.\d{2}$/.test(value) && parseDollars(value) !== null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

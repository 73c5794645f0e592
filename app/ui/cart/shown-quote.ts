import type { QuoteAnswer } from '#app/contracts/quote-answer.ts'
import { type CartItem, itemKey, itemSize, lineKey, type NewPrice } from '#app/domain/cart/cart.ts'
import type { QuoteRequestLine } from '#app/domain/quote/quote.ts'

export function requestedLines(items: readonly CartItem[]): QuoteRequestLine[] {
  return items.map((item) => ({
    productId: item.id,
    size: itemSize(item) ?? '',
    quantity: item.quantity,
  }))
}

/** Today's unit prices by line key, for the cart's `reprice`; null for lines the quote dropped. */
export function unitPrices(
  items: readonly CartItem[],
  answer: QuoteAnswer,
): Map<string, NewPrice | null> {
  const prices = new Map<string, NewPrice | null>(items.map((item) => [itemKey(item), null]))
  for (const { productId, size, grams, fee, pricePerGram, unitPrice } of answer.lines) {
    const seen = { grams: String(grams), fee, perGram: pricePerGram }
    prices.set(lineKey(productId, size), { price: unitPrice, seen })
  }
  return prices
}

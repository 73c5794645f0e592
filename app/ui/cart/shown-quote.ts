import { type ChooseAgain, readChooseAgain } from '#app/contracts/quote/choose-again.ts'
import type { QuotedLine, QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { type CartItem, itemKey, itemSize, lineKey, type NewPrice } from '#app/domain/cart/cart.ts'
import { engravingOf } from '#app/domain/catalog/engraving.ts'
import type { QuoteRequestLine } from '#app/domain/quote/quote.ts'
import type { QuoteOutcome } from './request-quote.ts'

export type Offered = ChooseAgain['offered']

/** The lines of which something has to be chosen again. */
export function offeredByLine(items: readonly CartItem[], outcome: QuoteOutcome) {
  const choose = readChooseAgain(outcome.kind === 'refused' ? outcome.choose : null)
  return new Map<string, Offered>(
    choose.flatMap(({ line, offered }) => {
      const item = items[line]
      return item ? [[itemKey(item), offered]] : []
    }),
  )
}

export function requestedLines(items: readonly CartItem[]): QuoteRequestLine[] {
  return items.map((item) => ({
    productId: item.id,
    size: itemSize(item) ?? '',
    quantity: item.quantity,
    ...(item.engraving && { engraving: item.engraving }),
    ...(item.options?.length && { options: [...item.options] }),
  }))
}

/** Today's unit prices by line key, for the cart's `reprice`; null for lines the quote dropped. */
export function unitPrices(
  items: readonly CartItem[],
  answer: QuoteResponse,
): Map<string, NewPrice | null> {
  return new Map(
    items.map((item) => {
      const line = quotedLine(item, answer)
      return [itemKey(item), line ? newPrice(line) : null]
    }),
  )
}

function newPrice({ grams, fee, pricePerGram, unitPrice, engravingFee }: QuotedLine): NewPrice {
  const seen = { grams: String(grams), fee, perGram: pricePerGram }
  return {
    price: unitPrice,
    seen: engravingFee === undefined ? seen : { ...seen, engraving: engravingFee },
  }
}

/** The shop answers a text as it keeps it: what is saved in a browser may be written otherwise. */
export function quotedLine(item: CartItem, { lines }: QuoteResponse): QuotedLine | undefined {
  const engraving = engravingOf(item.engraving ?? '')
  const key = lineKey(item.id, itemSize(item), engraving, item.options)
  return lines.find(
    (line) => lineKey(line.productId, line.size, line.engraving, line.options) === key,
  )
}

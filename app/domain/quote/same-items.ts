import { hasSameOptions } from '../catalog/options.ts'
import type { Quote, QuoteRequestLine } from './quote.ts'

/**
 * Whether today's prices are for the very pieces that were quoted: as many lines, each of the same
 * product, size, weight, options and engraving. Where they are not, the shopper is asked again and nothing
 * is charged.
 */
export function hasSameItems(quote: Pick<Quote, 'lines'>, today: Pick<Quote, 'lines'>): boolean {
  return (
    quote.lines.length === today.lines.length &&
    quote.lines.every((line, index) => {
      const now = today.lines[index]
      return (
        now?.productId === line.productId &&
        now.size === line.size &&
        now.weight === line.weight &&
        now.engraving?.text === line.engraving?.text &&
        hasSameOptions(now.options, line.options) &&
        now.quantity === line.quantity
      )
    })
  )
}

/** The lines of a quote as they were requested, to be priced again. */
export function toRequestLines({ lines }: Pick<Quote, 'lines'>): QuoteRequestLine[] {
  return lines.map(({ productId, size, quantity, options, engraving }) => ({
    ...{ productId, size, quantity },
    ...(options && { options: options.map(({ name, choice }) => ({ name, choice })) }),
    ...(engraving?.text && { engraving: engraving.text }),
  }))
}

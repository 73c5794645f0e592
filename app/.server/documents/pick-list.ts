import { optionsKey } from '#app/domain/catalog/chosen-options.ts'
import { optionText } from '#app/domain/catalog/line-title.ts'
import { gramsToDecimal } from '#app/domain/money/grams.ts'
import { latestOf, type PackedOrder, type PackedPiece } from './packing-slip.ts'
import { pdfOf } from './pdf.ts'

/**
 * What to fetch for these orders: each piece and size once, with its orders. For staff alone. `isCut`: of more
 * orders, these are promised first.
 */
export function pickListPdf(
  orders: readonly PackedOrder[],
  day: string,
  { isCut = false } = {},
): Promise<Buffer> {
  const kinds = new Map<string, Omit<PackedPiece, 'quantity'> & { of: string[]; count: number }>()
  for (const { number, pieces } of orders) {
    for (const { quantity, ...piece } of pieces) {
      const { name, size, weight, options, engraving = '' } = piece
      const key = [name, size, weight, ...optionsKey(options), engraving].join('\n')
      const kind = kinds.get(key) ?? { ...piece, of: [], count: 0 }
      kind.count += quantity
      kind.of.push(quantity === 1 ? number : `${number} (${quantity})`)
      kinds.set(key, kind)
    }
  }
  const sorted = [...kinds.values()].toSorted(
    (one, other) => one.name.localeCompare(other.name, 'en') || one.weight - other.weight,
  )
  return pdfOf({
    title: 'Pick list',
    subtitle: `${isCut ? 'The first ' : ''}${orders.length} ${orders.length === 1 ? 'order' : 'orders'}, ${day}`,
    footer: `Pick list, ${day}`,
    blocks: [
      {
        is: 'table',
        columns: [
          { label: 'Piece', share: 0.34 },
          { label: 'Size', share: 0.14 },
          { label: 'Grams each', share: 0.12, figures: true },
          { label: 'Pieces', share: 0.1, figures: true },
          { label: 'For orders', share: 0.3 },
        ],
        rows: sorted.map(({ name, size, weight, options = [], engraving, count, of }) => [
          named(name, [
            ...options.map(optionText),
            ...(engraving ? [`Engraved “${engraving}”`] : []),
          ]),
          size,
          gramsToDecimal(weight),
          `${count}`,
          of.join('\n'),
        ]),
      },
    ],
    at: latestOf(orders),
  })
}

const named = (text: string, under: readonly string[]) =>
  under.length > 0 ? { text, under: under.join('\n') } : text

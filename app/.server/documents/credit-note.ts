import { optionText } from '#app/domain/catalog/line-title.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import type { SaleParts } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { type ByHand, howItGoesBack } from '#app/domain/payments/offline-payment.ts'
import { appliedLabel, appliedOnly, restOfPrice } from '#app/domain/refunds/plan-refund.ts'
import type { RefundLine } from '#app/domain/refunds/refund-lines.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import {
  buyerColumn,
  type Correction,
  correctionNotice,
  engravingPart,
  goldPriceBlocks,
  negative,
  type OrderFacts,
  partOfTax,
  sumRow,
  testNotice,
} from './parts.ts'
import { type DocumentBlock, pdfOf, type Sum } from './pdf.ts'

/** What of a sale was reversed, and what is refunded to the buyer; amounts in US cents. */
export type CreditNote = OrderFacts & {
  number: string
  at: Date
  receiptNumber: string | null
  /** Empty where a sum was credited. */
  lines: RefundLine[]
  parts: SaleParts
  total: Cents
  /** Refunded; more than the total where the buyer was owed the rest anyway. */
  amount: Cents
  /** What of it paid for added pieces of the order [EDIT-11]. */
  applied: Cents
  /** The payment it is refunded to. */
  reference: string
  /** It was paid to the shop directly, which refunds it. */
  isByHand: ByHand
  note: string
}

export function creditNotePdf(note: CreditNote): Promise<Buffer> {
  const { number, at, summary, receiptNumber, buyer } = note
  return pdfOf({
    title: `Credit note ${number}`,
    subtitle: formatDateTime(at, brand.timeZone),
    footer: `${brand.name}, credit note ${number}`,
    blocks: [
      ...testNotice(note.isTest),
      ...correctionNotice(withoutEngraving(note.corrections), at),
      {
        is: 'columns',
        columns: [
          buyerColumn('Credited to', buyer),
          {
            label: 'Order',
            lines: [
              summary.number,
              `Ordered ${formatDateTime(note.orderedAt, brand.timeZone)}`,
              ...(receiptNumber === null ? [] : [`Receipt ${receiptNumber}`]),
            ],
          },
        ],
      },
      ...linesTable(note),
      { is: 'sums', rows: sums(note) },
      ...(note.note === '' ? [] : [{ is: 'paragraph' as const, text: note.note }]),
      ...goldPriceBlocks(note),
      {
        is: 'small',
        text: note.amount > 0 ? howItGoesBack(note.isByHand) : appliedOnly,
      },
    ],
    at,
  })
}

/** A credit note does not name it. */
const withoutEngraving = (corrections: readonly Correction[]) =>
  corrections.flatMap(({ at, parts }) => {
    const named = parts.filter((part) => part !== engravingPart)
    return named.length > 0 ? [{ at, parts: named }] : []
  })

function linesTable({ lines, summary }: CreditNote): DocumentBlock[] {
  if (lines.length === 0) return []
  return [
    {
      is: 'table',
      columns: [
        { label: 'Piece', share: 0.42 },
        { label: 'Weight', share: 0.14, figures: true },
        { label: 'Per gram', share: 0.16, figures: true },
        { label: 'Qty', share: 0.08, figures: true },
        { label: 'Credited', share: 0.2, figures: true },
      ],
      rows: lines.map(({ position, name, size, quantity, amountCents }) => {
        const line = summary.lines[position]
        const isRest = quantity === 0
        return [
          {
            text: name,
            under: isRest
              ? `${size} (${restOfPrice})`
              : [size, ...(line?.options ?? []).map(optionText)].join('\n'),
          },
          line && !isRest ? formatGrams(line.weight) : '',
          line && !isRest ? formatExactRate(line.perGram) : '',
          isRest ? '' : String(quantity),
          formatCents(cents(amountCents)),
        ]
      }),
    },
  ]
}

function sums({
  lines,
  parts,
  summary,
  total,
  amount,
  applied,
  reference,
  isByHand,
}: CreditNote): Sum[] {
  const { goods, discount, shipping, tax } = parts
  return [
    ...sumRow(
      lines.some(({ quantity }) => quantity > 0) ? 'Pieces' : 'Part of the price of the goods',
      goods,
    ),
    ...sumRow('Discount', negative(discount)),
    ...sumRow('Shipping', shipping),
    ...(tax > 0 && summary.tax ? partOfTax(summary.tax, tax) : sumRow('Tax', tax)),
    { name: 'Credited', sum: formatCents(total), is: 'total' },
    ...sumRow('Owed to you before', cents(amount + applied - total)),
    ...sumRow(appliedLabel, applied),
    ...sumRow('Refunded', amount, isByHand ? '' : reference),
  ]
}

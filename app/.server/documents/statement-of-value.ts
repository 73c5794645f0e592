import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams, formatScale, type Milligrams } from '#app/domain/money/grams.ts'
import { formatDateTime } from '#app/domain/orders/date-time.ts'
import { brand } from '#brand'
import {
  buyerColumn,
  goldPriceBlocks,
  negative,
  type OrderFacts,
  sumRow,
  testNotice,
} from './parts.ts'
import { type DocumentBlock, pdfOf } from './pdf.ts'

/** What an insurer asks of a purchase; amounts in US cents, without tax. */
export type StatementOfValue = OrderFacts & {
  receiptNumber: string
  /** Pieces that were not refunded. */
  pieces: {
    name: string
    size: string
    weight: Milligrams
    quantity: number
    metalValue: Cents
    /** Of one piece. */
    price: Cents
    total: Cents
  }[]
  /** Of these, those that the scale weighed before they were sent; of a line that nothing came back of. */
  weighed: { title: string; serial: string; actual: Milligrams }[]
  /** Taken off for paying by bank. */
  discount: Cents
  weight: Milligrams
  total: Cents
  /** Credit notes that took a sum off the price, not pieces. */
  credits: { number: string; amount: Cents }[]
}

export function statementOfValuePdf(statement: StatementOfValue): Promise<Buffer> {
  const { receiptNumber, summary, buyer, paidAt, pieces, weighed } = statement
  const { discount, weight, total, credits } = statement
  return pdfOf({
    title: 'Statement of value',
    subtitle: `For the insurer. Purchase of ${formatDateTime(paidAt, brand.timeZone)}`,
    footer: `${brand.name}, statement of value, order ${summary.number}`,
    blocks: [
      ...testNotice(statement.isTest),
      {
        is: 'columns',
        columns: [
          buyerColumn('Bought by', buyer),
          {
            label: 'Purchase',
            lines: [
              `Order ${summary.number}`,
              `Receipt ${receiptNumber}`,
              `Paid ${formatDateTime(paidAt, brand.timeZone)}`,
            ],
          },
        ],
      },
      {
        is: 'table',
        columns: [
          { label: 'Piece', share: 0.3 },
          { label: 'Fineness', share: 0.1, figures: true },
          { label: 'Weight', share: 0.12, figures: true },
          { label: 'Gold value', share: 0.15, figures: true },
          { label: 'Price', share: 0.14, figures: true },
          { label: 'Qty', share: 0.05, figures: true },
          { label: 'Value', share: 0.14, figures: true },
        ],
        rows: pieces.map((piece) => [
          { text: piece.name, under: piece.size },
          brand.mark,
          formatGrams(piece.weight),
          formatCents(piece.metalValue),
          formatCents(piece.price),
          String(piece.quantity),
          formatCents(piece.total),
        ]),
      },
      {
        is: 'sums',
        rows: [
          { name: 'Gold in all', sum: formatGrams(weight) },
          ...sumRow('Discount', negative(discount), 'paid by bank'),
          { name: 'Value at purchase', how: 'without tax', sum: formatCents(total), is: 'total' },
          ...credits.map(({ number, amount }) => ({
            name: 'Credited since',
            how: `Credit note ${number}`,
            sum: formatCents(amount),
          })),
        ],
      },
      ...weighedBlocks(weighed),
      ...goldPriceBlocks(statement),
      {
        is: 'small',
        text: `We sold these pieces as pure 24k gold, ${brand.mark} fine, at the weights above. The value is the price that was paid on the day of purchase, at ${formatExactRate(summary.goldPrice.perGram)} per gram of gold. It is no appraisal: we have not seen the pieces since, and what gold costs changes every day.`,
      },
    ],
    at: paidAt,
  })
}

/** The pieces themselves, by the numbers inscribed in them: castings differ from what was sold. */
function weighedBlocks(weighed: StatementOfValue['weighed']): DocumentBlock[] {
  if (weighed.length === 0) return []
  return [
    { is: 'heading', text: 'Weighed before it was sent' },
    {
      is: 'facts',
      facts: weighed.map(({ title, serial, actual }) => [
        serial,
        `${title}: ${formatScale(actual)}`,
      ]),
    },
  ]
}

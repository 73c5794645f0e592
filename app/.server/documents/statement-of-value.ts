import type { OptionChoice } from '#app/domain/catalog/options.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams, formatScale, type Milligrams } from '#app/domain/money/grams.ts'
import { discountReasons } from '#app/domain/orders/order-summary.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import {
  buyerColumn,
  goldPriceBlocks,
  negative,
  type OrderFacts,
  sumRow,
  testNotice,
  underName,
} from './parts.ts'
import { type DocumentBlock, pdfOf } from './pdf.ts'

/** What an insurer asks of a purchase; amounts in US cents, without tax. */
export type StatementOfValue = OrderFacts & {
  receiptNumber: string
  /** Pieces that were not refunded. */
  pieces: {
    name: string
    size: string
    measures?: string
    options?: readonly OptionChoice[]
    /** Of one piece, as it was sold. */
    weight: Milligrams
    /** What those weigh together that the scale weighed, and how many they are. */
    onScale: { count: number; weight: Milligrams }
    quantity: number
    metalValue: Cents
    /** Of one piece. */
    price: Cents
    total: Cents
  }[]
  /** Of these, those that the scale weighed before they were sent; of a line that nothing came back of. */
  weighed: { title: string; serial: string; actual: Milligrams }[]
  /** Taken off these pieces, by a code and for paying by bank. */
  discount: Cents
  /** In all: as weighed, and of pieces that were not weighed as sold. */
  weight: Milligrams
  total: Cents
  /** Credit notes that took a sum off the price, not pieces. */
  credits: { number: string; amount: Cents }[]
}

export function statementOfValuePdf(statement: StatementOfValue): Promise<Buffer> {
  const { receiptNumber, summary, buyer, paidAt, pieces, weighed } = statement
  const { discount, weight, total, credits } = statement
  const someWeighed = countWeighed(statement) > 0
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
          { label: 'Piece', share: 0.26 },
          { label: 'Fineness', share: 0.1, figures: true },
          { label: 'Weight', share: 0.17, figures: true },
          { label: 'Gold value', share: 0.14, figures: true },
          { label: 'Price', share: 0.14, figures: true },
          { label: 'Qty', share: 0.05, figures: true },
          { label: 'Value', share: 0.14, figures: true },
        ],
        rows: pieces.map((piece) => [
          { text: piece.name, under: underName(piece) },
          brand.mark,
          weightCell(piece),
          formatCents(piece.metalValue),
          formatCents(piece.price),
          String(piece.quantity),
          formatCents(piece.total),
        ]),
      },
      {
        is: 'sums',
        rows: [
          {
            name: 'Total gold',
            how: inAllHow(statement),
            sum: someWeighed ? formatScale(weight) : formatGrams(weight),
          },
          ...sumRow('Discount', negative(discount), discountReasons(summary)),
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
        text: `We sold these pieces as pure 24k gold, ${brand.mark} fine, at the weights above. ${someWeighed ? 'Pieces weighed before shipping are listed at that weight; their gold value and price are based on the weight sold. ' : ''}The value is the price that was paid on the day of purchase, at ${formatExactRate(summary.goldPrice.perGram)} per gram of gold. It isn’t an appraisal: we haven’t seen the pieces since, and the price of gold changes every day.`,
      },
    ],
    at: paidAt,
  })
}

const countWeighed = ({ pieces }: Pick<StatementOfValue, 'pieces'>) =>
  pieces.reduce((count, { onScale }) => count + onScale.count, 0)

/** The weighed grams where all pieces of a line were weighed, over those it was sold as. */
function weightCell({ weight, quantity, onScale }: StatementOfValue['pieces'][number]) {
  const sold = formatGrams(weight)
  if (onScale.count === 0) return sold
  if (onScale.count < quantity) {
    return { text: sold, under: `as sold; ${onScale.count} of ${quantity} weighed` }
  }
  const under = quantity === 1 ? `sold as ${sold}` : `together, sold as ${sold} each`
  return { text: formatScale(onScale.weight), under }
}

function inAllHow({ pieces }: StatementOfValue): string {
  const all = pieces.reduce((count, { quantity }) => count + quantity, 0)
  const weighed = countWeighed({ pieces })
  if (weighed === 0) return ''
  return weighed === all ? 'as weighed' : `${weighed} of ${all} as weighed, the others as sold`
}

/** The pieces themselves, by the numbers inscribed in them: castings differ from what was sold. */
function weighedBlocks(weighed: StatementOfValue['weighed']): DocumentBlock[] {
  if (weighed.length === 0) return []
  return [
    { is: 'heading', text: 'Weighed before shipping' },
    {
      is: 'facts',
      facts: weighed.map(({ title, serial, actual }) => [
        serial,
        `${title}: ${formatScale(actual)}`,
      ]),
    },
  ]
}

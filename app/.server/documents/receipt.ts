import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import {
  discountsOf,
  exchangeLabel,
  goodsOf,
  shippingRows,
  totalWithTax,
} from '#app/domain/orders/order-summary.ts'
import type { OfflineKind } from '#app/domain/payments/offline-payment.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import {
  buyerColumn,
  correctionNotice,
  goldPriceBlocks,
  negative,
  type OrderFacts,
  sumRow,
  taxSums,
  testNotice,
  underName,
} from './parts.ts'
import { type DocumentBlock, pdfOf, type Sum } from './pdf.ts'

/** What was sold and paid, as it stood when the order became paid; amounts in US cents. */
export type Receipt = OrderFacts & {
  number: string
  payments: { at: Date; amount: Cents; by: PayBy | OfflineKind; reference: string | null }[]
  /** What staff let the buyer off. */
  letOff: Cents
  /** Above zero it is still due; below, it was paid too much. */
  balance: Cents
}

export function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const { number, summary, paidAt, orderedAt, buyer } = receipt
  return pdfOf({
    title: `Receipt ${number}`,
    subtitle: `Paid ${formatDateTime(paidAt, brand.timeZone)}`,
    footer: `${brand.name}, receipt ${number}`,
    blocks: [
      ...testNotice(receipt.isTest),
      ...correctionNotice(receipt.corrections, paidAt),
      {
        is: 'columns',
        columns: [
          buyerColumn('Sold to', buyer),
          {
            label: 'Order',
            lines: [summary.number, `Ordered ${formatDateTime(orderedAt, brand.timeZone)}`],
          },
        ],
      },
      linesTable(receipt),
      { is: 'sums', rows: sums(receipt) },
      ...goldPriceBlocks(receipt),
      {
        is: 'small',
        text: `Every piece is pure 24k gold, ${brand.mark} fine. Price of a piece: its grams × the price per gram, plus a flat fee${summary.lines.some(({ engraving }) => engraving) ? '; the engraving fee is included in the price above it' : ''}.`,
      },
    ],
    at: paidAt,
  })
}

function linesTable({ summary }: Receipt): DocumentBlock {
  return {
    is: 'table',
    columns: [
      { label: 'Piece', share: 0.255 },
      { label: 'Weight', share: 0.1, figures: true },
      { label: 'Per gram', share: 0.115, figures: true },
      { label: 'Gold', share: 0.125, figures: true },
      { label: 'Fee', share: 0.105, figures: true },
      { label: 'Price', share: 0.125, figures: true },
      { label: 'Qty', share: 0.05, figures: true },
      { label: 'Total', share: 0.125, figures: true },
    ],
    rows: summary.lines.flatMap((line) => [
      [
        { text: line.name, under: underName(line) },
        formatGrams(line.weight),
        formatExactRate(line.perGram),
        formatCents(line.metalValue),
        formatCents(line.fee),
        formatCents(line.unitPrice),
        String(line.quantity),
        formatCents(line.lineTotal),
      ],
      // Held by the price above it.
      ...(line.engraving
        ? [
            [
              { text: 'Engraving', under: line.engraving.text ? `“${line.engraving.text}”` : '' },
              ...['', '', '', formatCents(line.engraving.fee), '', '', ''],
            ],
          ]
        : []),
    ]),
  }
}

function sums({ summary, payments, letOff, balance }: Receipt): Sum[] {
  const { discount, tax } = summary
  const goods = goodsOf(summary)
  const pieces = cents(goods + discount)
  return [
    ...(discount > 0 ? sumRow('Pieces', pieces) : []),
    ...discountsOf(summary).flatMap(({ how, amount }) => sumRow('Discount', negative(amount), how)),
    ...(tax ? sumRow('Goods', goods) : []),
    ...shippingRows(summary),
    ...(tax ? taxSums(tax) : []),
    ...sumRow(exchangeLabel, negative(summary.exchanged ?? cents(0))),
    { name: 'Total', sum: formatCents(totalWithTax(summary)), is: 'total' },
    ...payments.map(
      ({ at, amount, by, reference }): Sum => ({
        name: amount < 0 ? 'Taken back by the bank' : paidBy[by],
        how: [formatDateTime(at, brand.timeZone), reference ?? ''].filter(Boolean).join('\n'),
        sum: formatCents(amount),
      }),
    ),
    ...sumRow('Waived', letOff),
    balance < 0
      ? { name: 'Paid beyond the total', sum: formatCents(negative(balance)) }
      : { name: 'Balance', sum: formatCents(balance) },
  ]
}

const paidBy = {
  card: 'Received by card',
  debit: 'Received by bank debit',
  wire: 'Received by wire',
  cash: 'Received in cash',
  check: 'Received by check',
  'bank check': 'Received by cashier’s check or money order',
  'trade-in': 'Trade-in credit',
} as const satisfies Record<PayBy | OfflineKind, string>

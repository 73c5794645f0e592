import type { Engraved } from '#app/domain/catalog/engraving.ts'
import { choiceText } from '#app/domain/catalog/option-words.ts'
import { sourcePhrase } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import {
  discountsOf,
  exchangeLabel,
  goodsOf,
  type OrderSummary,
  shippingRows,
  totalWithTax,
} from '#app/domain/orders/order-summary.ts'
import type { QuoteLine } from '#app/domain/quote/quote.ts'
import { howTaxed, taxLabel } from '#app/domain/tax/sales-tax.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'

/** What an email says, once; text.ts and html.ts render it. */
export type Email = { subject: string; blocks: readonly Block[] }

export type Block =
  | { is: 'heading' | 'paragraph' | 'notice'; text: string }
  /** Lines that belong together, such as a postal address. */
  | {
      is: 'lines'
      lines: readonly string[]
      /** Where a line leads, by the line. */
      links?: Readonly<Record<string, string>>
    }
  | { is: 'link'; label: string; href: string }
  /** What the reader most likely does next; one in an email [COPY-02]. */
  | { is: 'button'; label: string; href: string }
  /** The items, how each price was made, and the gold price it was made from. */
  | { is: 'summary'; summary: OrderSummary; isPaid?: boolean }

export type SummaryRow = { name: string; how: string; sum: string }

/** How one line's price was made: every figure can be checked from those beside it. */
export function rowsOf(line: QuoteLine): SummaryRow[] {
  const { weight, perGram, metalValue, fee, options = [], engraving, ...sums } = line
  const { unitPrice, quantity, lineTotal } = sums
  const one = [
    // What they add is in gold and fee.
    ...options.map((option) => ({ name: option.name, how: choiceText(option), sum: '' })),
    {
      name: 'Gold',
      how: `${formatGrams(weight)} × ${formatExactRate(perGram)} per gram`,
      sum: formatCents(metalValue),
    },
    { name: 'Flat fee', how: '', sum: formatCents(fee) },
    ...(engraving
      ? [{ name: 'Engraving', how: quotedText(engraving), sum: formatCents(engraving.fee) }]
      : []),
    { name: 'Price', how: '', sum: formatCents(unitPrice) },
  ]
  if (quantity === 1) return one
  const how = `${quantity} × ${formatCents(unitPrice)}`
  return [...one, { name: 'Quantity', how, sum: formatCents(lineTotal) }]
}

const quotedText = ({ text }: Engraved) => (text === null ? '' : `“${text}”`)

/** Under the lines: goods and tax where there is tax, and what was or must be paid. */
export function totalRows(
  summary: OrderSummary,
  isPaid = false,
): { above: SummaryRow[]; total: SummaryRow } {
  const { tax } = summary
  const shipping = shippingRows(summary)
  const off = discountsOf(summary).map(({ how, amount }) => ({
    ...{ name: 'Discount', how, sum: formatCents(cents(-amount)) },
  }))
  const exchanged = summary.exchanged
    ? [{ name: exchangeLabel, how: '', sum: formatCents(cents(-summary.exchanged)) }]
    : []
  const sum = formatCents(totalWithTax(summary))
  if (!tax) {
    const how = summary.taxToCome ? 'before sales tax' : ''
    return { above: [...off, ...shipping, ...exchanged], total: { name: 'Total', how, sum } }
  }
  return {
    above: [
      ...off,
      { name: 'Goods', how: '', sum: formatCents(goodsOf(summary)) },
      ...shipping,
      { name: taxLabel(tax), how: howTaxed(tax), sum: formatCents(tax.amount) },
      ...exchanged,
    ],
    total: { name: isPaid ? 'Total paid' : 'Total', how: '', sum },
  }
}

/** The gold price that was used, with its time and where it is from. */
export function goldUsed({ goldPrice }: OrderSummary): string[] {
  const { perGram, perOunce, source, takenAt } = goldPrice
  const from = sourcePhrase(source)
  return [
    `Gold at ${formatExactRate(perGram)} per gram, ${formatRate(perOunce)} per troy ounce.`,
    from
      ? `Gold price as of ${formatDateTime(takenAt, brand.timeZone)}, ${from}.`
      : 'Indicative price.',
  ]
}

/**
 * Any text as one line that cannot begin another header or turn the reading direction: line ends,
 * control characters and the invisible marks of direction become a blank.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

import { pricedOptionText } from '#app/domain/catalog/option-words.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { listParts } from '#app/domain/orders/buyer.ts'
import { addressLines } from '#app/domain/orders/city-line.ts'
import type { OrderSummary, SoldLine } from '#app/domain/orders/order-summary.ts'
import { type ChargedTax, formatPercent, howTaxed, taxLabel } from '#app/domain/tax/sales-tax.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import type { DocumentBlock, Sum } from './pdf.ts'

/** Whom a document is for: not told where their page hides it, or where they were erased. */
export type Buyer = {
  email: string | null
  address: {
    name: string
    line1: string
    line2: string
    city: string
    state: string
    postalCode: string
    /** By ISO 3166-1 alpha-2. */
    country: string
  } | null
  isHidden: boolean
}

/** What documents about one order share. */
export type OrderFacts = {
  isTest: boolean
  orderedAt: Date
  paidAt: Date
  buyer: Buyer
  summary: OrderSummary
  /** The row of the gold price history it was priced by; null: not kept. */
  goldRecord: number | null
  /** What staff corrected of what documents name, oldest first. */
  corrections: readonly Correction[]
}

export const engravingPart = 'engraving'

/** `parts` as `name`, `street` or `engraving`. */
export type Correction = { at: Date; parts: readonly string[] }

/**
 * A document keeps its number when what it names is corrected: from then on it says when, and what, so that it
 * can be told from the one that was issued before [PAPER-10].
 */
export function correctionNotice(
  corrections: readonly Correction[],
  issuedAt: Date,
): DocumentBlock[] {
  const later = corrections.filter(({ at }) => at > issuedAt)
  const last = later.at(-1)
  if (!last) return []
  const parts = listParts([...new Set(later.flatMap((each) => each.parts))])
  const text = `Corrected on ${formatDateTime(last.at, brand.timeZone)}: ${parts}`
  return [{ is: 'notice', text }]
}

export function testNotice(isTest: boolean): DocumentBlock[] {
  return isTest ? [{ is: 'notice', text: 'Test payment: no card was charged' }] : []
}

export function buyerColumn(label: string, { email, address, isHidden }: Buyer) {
  if (isHidden) {
    return { label, lines: ['Left out: the order shipped more than 60 days ago.'] }
  }
  const lines = [...(address ? addressLines(address) : []), email ?? '']
  return { label, lines: lines.filter((line) => line !== '') }
}

/** Which gold price was used: its rate, the row of the price history, its time and its source. */
export function goldPriceBlocks({
  summary: { goldPrice },
  goldRecord,
}: OrderFacts): DocumentBlock[] {
  const { perGram, perOunce, takenAt, source } = goldPrice
  const from = sourceLabel(source)
  return [
    { is: 'heading', text: 'The gold price that was used' },
    {
      is: 'facts',
      facts: [
        ['Price', `${formatExactRate(perGram)} per gram, ${formatRate(perOunce)} per troy ounce`],
        ['Record', goldRecord === null ? 'not kept' : `${goldRecord}`],
        [
          'Taken',
          from ? `${formatDateTime(takenAt, brand.timeZone)}, ${from}` : 'indicative price',
        ],
      ],
    },
  ]
}

/** Sales tax by jurisdiction, as far as that is known, and in all. */
export function taxSums(tax: ChargedTax): Sum[] {
  return [
    ...tax.parts.map(
      ({ name, rate, amount }): Sum => ({
        name: `${name} ${formatPercent(rate)}`,
        sum: formatCents(amount),
        is: 'part',
      }),
    ),
    { name: taxLabel(tax), sum: formatCents(tax.amount) },
  ]
}

/** Of a part of the tax: who charged it, without the amounts, which are known of the whole alone. */
export function partOfTax(tax: ChargedTax, amount: Cents): Sum[] {
  if (amount === tax.amount) return taxSums(tax)
  return [{ name: taxLabel(tax), how: howTaxed(tax), sum: formatCents(amount) }]
}

type Described = Pick<SoldLine, 'size' | 'measures' | 'options'>

/** `Small, 19 × 19 mm`, under the name of a piece, and each option with what it added; measures if they are kept. */
export const underName = ({ size, measures, options = [] }: Described) =>
  [[size, measures].filter(Boolean).join(', '), ...options.map(pricedOptionText)].join('\n')

/** A row only where there is something to say. */
export function sumRow(name: string, amount: Cents, how = ''): Sum[] {
  return amount === 0 ? [] : [{ name, how, sum: formatCents(amount) }]
}

export const negative = (amount: Cents) => cents(0 - amount)

import type { PricePerGram, PricePerOunce } from '../gold-price/rates.ts'
import { type Cents, cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import type { QuoteLine } from '../quote/quote.ts'
import type { ChargedTax } from '../tax/sales-tax.ts'

/** A line as it was sold; its height by width, `19 × 19 mm`, where the catalog had it then [FACTS-06]. */
export type SoldLine = QuoteLine & { measures?: string }

/** An order as it is shown: every price with what it is made of, so that it can be checked. */
export type OrderSummary = {
  number: string
  lines: SoldLine[]
  /** Taken off for paying by bank; the lines are at the card price. */
  discount: Cents
  /** Of the goods, without tax. */
  total: Cents
  /** Null where none was charged. */
  tax: ChargedTax | null
  /** It is not paid yet, and the payment page adds sales tax. */
  taxToCome: boolean
  goldPrice: { perOunce: PricePerOunce; perGram: PricePerGram; source: string; takenAt: Date }
}

/** The gold of all pieces, as they were sold. */
export const weightOf = (lines: readonly Pick<QuoteLine, 'weight' | 'quantity'>[]) =>
  lines.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0) as Milligrams

/** Goods and tax: what is paid. */
export const totalWithTax = ({ total, tax }: Pick<OrderSummary, 'total' | 'tax'>) =>
  cents(total + (tax?.amount ?? 0))

import type { PricePerGram, PricePerOunce } from '../gold-price/rates.ts'
import { type Cents, cents, formatCents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { discountReason } from '../pricing/bank-discount.ts'
import type { QuoteLine } from '../quote/quote.ts'
import type { OrderShipping } from '../shipping/shipping-method.ts'
import { deliveryText } from '../shipping/shipping-words.ts'
import type { ChargedTax } from '../tax/sales-tax.ts'

/** A line as it was sold; its height by width, `19 × 19 mm`, where the catalog had it then [FACTS-06]. */
export type SoldLine = QuoteLine & { measures?: string }

/** An order as it is shown: every price with what it is made of, so that it can be checked. */
export type OrderSummary = {
  number: string
  lines: SoldLine[]
  /** Taken off by a code and for paying by bank; the lines are at the full price. */
  discount: Cents
  /** The code, and its part of the discount; left out: none. */
  code?: { name: string; discount: Cents }
  /** Of the goods and their shipping, without tax. */
  total: Cents
  /** Left out: free standard shipping in the United States. */
  shipping?: OrderShipping
  /** Null where none was charged. */
  tax: ChargedTax | null
  /** What credit notes of removed pieces paid for added ones, with tax; left out: nothing [EDIT-11]. */
  exchanged?: Cents
  /** It is not paid yet, and the payment page adds sales tax. */
  taxToCome: boolean
  goldPrice: { perOunce: PricePerOunce; perGram: PricePerGram; source: string; takenAt: Date }
}

/** What was taken off, each with its reason beside it. */
export function discountsOf({
  discount,
  code,
}: Pick<OrderSummary, 'discount' | 'code'>): { how: string; amount: Cents }[] {
  const byBank = cents(discount - (code?.discount ?? 0))
  return [
    ...(code && code.discount > 0 ? [{ how: `code ${code.name}`, amount: code.discount }] : []),
    ...(byBank > 0 ? [{ how: discountReason, amount: byBank }] : []),
  ]
}

/** What the goods cost, without shipping and tax. */
export const goodsOf = ({ total, shipping }: Pick<OrderSummary, 'total' | 'shipping'>): Cents =>
  cents(total - (shipping?.rate ?? 0))

/** A row above the total; none of free standard shipping [SHIPPING-07]. */
export const shippingRows = ({ shipping }: Pick<OrderSummary, 'shipping'>) =>
  shipping ? [{ name: deliveryText(shipping), how: '', sum: formatCents(shipping.rate) }] : []

/** Why something was taken off, in all. */
export const discountReasons = (summary: Pick<OrderSummary, 'discount' | 'code'>): string =>
  discountsOf(summary)
    .map(({ how }) => how)
    .join('; ')

/** The gold of all pieces, as they were sold. */
export const weightOf = (lines: readonly Pick<QuoteLine, 'weight' | 'quantity'>[]) =>
  lines.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0) as Milligrams

export const exchangeLabel = 'Credit for exchanged pieces'

/** Goods and tax, less what a credit paid for: what is paid. */
export const totalWithTax = ({
  total,
  tax,
  exchanged,
}: Pick<OrderSummary, 'total' | 'tax' | 'exchanged'>) =>
  cents(total + (tax?.amount ?? 0) - (exchanged ?? 0))

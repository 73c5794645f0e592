import type { SaleParts } from '../ledger/ledger.ts'
import { type Cents, cents } from '../money/cents.ts'
import { divideHalfUp } from '../money/decimal.ts'
import { partOf } from './refund-lines.ts'

/**
 * What of the tax that is left of a sale is of its shipping, in cents: as much of it as of the shipping is left,
 * rounded half up, and never more than all tax that is left. `taxed`: the tax of the shipping as it was sold; null
 * while the payment provider has not said it, then by the prices.
 */
export function shippingTaxLeft(
  sold: SaleParts,
  { shipping, taxed }: { shipping: Cents; taxed: Cents | null },
): Cents {
  if (shipping === 0 || sold.shipping === 0 || sold.tax === 0) return cents(0)
  if (taxed === null) {
    const goods = cents(sold.goods - sold.discount)
    return partOf(sold.tax, sold.shipping, cents(goods + sold.shipping))
  }
  const left = Number(divideHalfUp(BigInt(taxed) * BigInt(sold.shipping), BigInt(shipping)))
  return cents(Math.min(sold.tax, left))
}

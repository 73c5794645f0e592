import type { GoldSize } from '../catalog/gold-size.ts'
import type { PricePerGram } from '../gold-price/rates.ts'
import { type Cents, formatCents } from '../money/cents.ts'
import { priceItem } from '../pricing/price.ts'
import { highestPerGramUnder } from './threshold.ts'

/** How long an alert waits. */
export const alertDays = 365

/** Alerts that one email address can have at a time, each for another size. */
export const maxAlerts = 10

/** What a size costs now where that is under the amount already; null where it is not. */
export function priceNowUnder(
  { weight, fee }: Pick<GoldSize, 'weight' | 'fee'>,
  under: Cents,
  perGram: PricePerGram,
): Cents | null {
  const { unitPrice } = priceItem(weight, fee, perGram)
  return unitPrice < under ? unitPrice : null
}

/** Why an alert for this amount would be of no use, in a sentence; null where it is [PIECEALERT-03]. */
export function amountProblem(
  size: Pick<GoldSize, 'weight' | 'fee'>,
  under: Cents,
  perGram: PricePerGram,
): string | null {
  if (under <= 0) return 'Please enter an amount above $0.'
  const now = priceNowUnder(size, under, perGram)
  if (now !== null) {
    return `It’s ${formatCents(now)} now, which is already under ${formatCents(under)}. Please enter a lower amount.`
  }
  if (highestPerGramUnder(size, under) !== null) return null
  return `That’s too low, because the flat fee for this size is ${formatCents(size.fee)}. Please enter a higher amount.`
}

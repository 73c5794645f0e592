import { formatExactRate, type PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents, formatCents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { formatScale } from '../money/grams.ts'

type LightItem = {
  name: string
  size: string
  serial: string
  sold: Milligrams
  actual: Milligrams
  perGram: PricePerGram
  /** The missing gold, and what of it was refunded before. */
  missing: Cents
  settled: Cents
  /** What is refunded now: of the missing gold, with its part of discount and tax. */
  back: { goods: Cents; discount: Cents; tax: Cents; amount: Cents }
}

/**
 * The sum of a refund for missing gold, to be checked with a pocket calculator: for the email, the order's
 * page and the credit note [WEIGH-08].
 */
export function lightRefundNote(item: LightItem): string {
  const { name, size, serial, sold, actual, perGram, missing, settled, back } = item
  const less = formatScale(sold - actual)
  const gold = `${less} × ${formatExactRate(perGram)} per gram = ${formatCents(missing)}`
  const sum = [
    gold,
    settled > 0 && `less ${formatCents(settled)} refunded before = ${formatCents(back.goods)}`,
    back.discount > 0 && `less ${formatCents(back.discount)} of the discount`,
    back.tax > 0 && `plus ${formatCents(back.tax)} sales tax`,
  ].filter((part) => typeof part === 'string')
  const isPlain = back.amount === back.goods
  const total = isPlain ? '' : ` = ${formatCents(cents(back.amount))}`
  return `${name}, ${size} (${serial}) weighs ${formatScale(actual)}, ${less} less than you paid for. ${sum.join(', ')}${total}.`
}

import type { PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents } from '../money/cents.ts'
import { divideHalfUp } from '../money/decimal.ts'

/** A share in hundredths of a percent: `9000` is 90%. */
export type BasisPoints = number & { readonly unit: 'hundredths of a percent' }

/** Fineness in tenths of a part per thousand: `9999` is .9999. */
export type Fineness = number & { readonly unit: 'tenths of a part per thousand' }

/** Whole: every gram is gold, or all of the value is paid. */
const whole = 10_000n

/**
 * What the gold of a piece is worth to its owner: grams × fineness × price per gram × rate, rounded half up to
 * the cent, once [TRADE-02].
 */
export function tradeInValue(
  weight: number,
  fineness: Fineness,
  perGram: PricePerGram,
  rate: BasisPoints,
): Cents {
  const product = BigInt(weight) * BigInt(fineness) * BigInt(perGram) * BigInt(rate)
  // mg × 10^-4 $/g is 10^-7 $, of which a cent has 100,000.
  return cents(Number(divideHalfUp(product, 100_000n * whole * whole)))
}

/** The fine gold of a piece in whole milligrams, rounded half up: what the metal ledger counts. */
export const fineGold = (weight: number, fineness: Fineness): number =>
  Number(divideHalfUp(BigInt(weight) * BigInt(fineness), whole))

/** A sum that was agreed at one rate, at another: rounded half up to the cent, once. */
export const atOtherRate = (sum: Cents, from: BasisPoints, to: BasisPoints): Cents =>
  cents(Number(divideHalfUp(BigInt(sum) * BigInt(to), BigInt(from))))

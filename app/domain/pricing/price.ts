import type { PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents } from '../money/cents.ts'
import { divideHalfUp } from '../money/decimal.ts'
import type { Milligrams } from '../money/grams.ts'

/** What one piece costs and why: gold part + fee, and an engraving = unit price, each to the cent. */
export type ItemPrice = { metalValue: Cents; fee: Cents; unitPrice: Cents }

/**
 * The gold in a piece, without the fee: grams × price per gram, rounded half up to a cent, once.
 * Source: specification, section 1, "Pricing rule"; D1 for the rounding.
 */
export function metalValue(weight: Milligrams, perGram: PricePerGram): Cents {
  // mg × 10^-4 $/g is 10^-7 $; a cent is 10^5 of these.
  return cents(Number(divideHalfUp(BigInt(weight) * BigInt(perGram), 100_000n)))
}

/** The one place that prices [GOLD-02, GOLD-03]. `engraving`: its fee, of a piece that has one [ENGRAVE-03]. */
export function priceItem(
  weight: Milligrams,
  fee: Cents,
  perGram: PricePerGram,
  engraving: Cents = cents(0),
): ItemPrice {
  const gold = metalValue(weight, perGram)
  return { metalValue: gold, fee, unitPrice: cents(gold + fee + engraving) }
}

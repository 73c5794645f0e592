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

/**
 * What is refunded for gold that was sold and is not in the piece: the missing grams × the price per gram it
 * was sold at, rounded half up to a cent, once. Nothing where the piece is as heavy or heavier.
 * Never above the metal value it was sold at. Source: issue "Every gram proven".
 */
export function missingGold(sold: Milligrams, actual: Milligrams, perGram: PricePerGram): Cents {
  return actual < sold ? metalValue((sold - actual) as Milligrams, perGram) : cents(0)
}

import type { PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { metalValue } from './price.ts'

/**
 * What is refunded for gold that was sold and is not in the piece: the missing grams × the price per gram it
 * was sold at, rounded half up to a cent, once. Nothing where the piece is as heavy or heavier.
 * Never above the metal value it was sold at. Source: issue "Every gram proven".
 */
export function missingGold(sold: Milligrams, actual: Milligrams, perGram: PricePerGram): Cents {
  return actual < sold ? metalValue((sold - actual) as Milligrams, perGram) : cents(0)
}

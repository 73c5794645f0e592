import type { GoldSize } from '../catalog/gold-size.ts'
import type { PricePerGram } from '../gold-price/rates.ts'
import type { Cents } from '../money/cents.ts'
import { toSafeInteger } from '../money/decimal.ts'

/**
 * The highest price per gram at which a size costs less than `under`; null where no gold price is low enough.
 * Exact, so that an alert is found by comparing one number with the gold price [PIECEALERT-02].
 *
 * A price is `round(grams × price per gram) + fee`, rounded half up to a cent. It is below `under` while the
 * metal value is at most m = under − fee − 1 cents, which is while mg × rate < (m + ½) × 100,000 in the units
 * of price.ts. Twice both sides, and the whole number below that, needs no fraction.
 */
export function highestPerGramUnder(
  { weight, fee }: Pick<GoldSize, 'weight' | 'fee'>,
  under: Cents,
): PricePerGram | null {
  const metal = BigInt(under) - BigInt(fee) - 1n
  if (metal < 0n) return null
  const highest = ((2n * metal + 1n) * 50_000n - 1n) / BigInt(weight)
  return highest < 1n ? null : (toSafeInteger(highest) as PricePerGram | null)
}

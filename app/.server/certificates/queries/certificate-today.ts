import type { AppContext } from '#app/.server/app-context.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { parseGrams } from '#app/domain/money/grams.ts'
import { metalValue } from '#app/domain/pricing/price.ts'

/** What the gold of a piece is worth now. */
export type MetalToday = { metal: Cents; perGram: PricePerGram; takenAt: Date; isOld: boolean }

/** Null while the shop has no price, or only the default price. */
export async function metalToday(app: AppContext, grams: string): Promise<MetalToday | null> {
  const weight = parseGrams(grams)
  const { gold, state } = await currentGoldPrice(app)
  if (weight === null || state === 'indicative') return null
  return {
    metal: metalValue(weight, gold.perGram),
    perGram: gold.perGram,
    takenAt: gold.takenAt,
    isOld: state === 'stale',
  }
}

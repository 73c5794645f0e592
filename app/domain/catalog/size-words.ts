import { formatGrams, type Milligrams } from '../money/grams.ts'

/** In milligrams: the ounce of a kitchen scale (28.3495 g), and the troy ounce of gold (31.1035 g). */
const everydayOunce = 28_349.5
const troyOunce = 31_103.5
/** How far beside both a weight may be and still be called about so many. */
const margin = 0.05

const quarters = ['', '¼', '½', '¾'] as const

/**
 * `½`, `1¼`: the quarter ounces a weight is about, for those who think in ounces; null where it is
 * near none. Which ounce is left open, as in the names of sizes: it is within 5% of the everyday or
 * the troy one, or between them. Nothing is priced by it. Source: decisions 45; FACTS-23.
 */
export function aboutOunces(weight: Milligrams): string | null {
  const count = Math.round((weight / everydayOunce) * 4)
  // Between the two ounces lie up to 10%: the nearest by the one may be a quarter below by the other.
  const fitting = [count, count - 1].find(
    (quarter) =>
      quarter > 0 &&
      weight >= (quarter / 4) * everydayOunce * (1 - margin) &&
      weight <= (quarter / 4) * troyOunce * (1 + margin),
  )
  if (fitting === undefined) return null
  return `${Math.floor(fitting / 4) || ''}${quarters[fitting % 4]}`
}

type DescribedSize = { size: string; weight: Milligrams }

/**
 * A size in the one form it has in the shop, in its parts: name, ounces, grams, and measures where they
 * are known [FACTS-01]. A name that is of ounces itself needs no other ones.
 */
export function sizeParts(
  { size, weight }: DescribedSize,
  measures: string | null | undefined = null,
) {
  const name = size.trim()
  const ounces = /oz\b|\bounces?\b/i.test(name) ? null : aboutOunces(weight)
  return [name, ounces && `about ${ounces} oz`, formatGrams(weight), measures].filter(
    (part): part is string => Boolean(part),
  )
}

/** `Small · about ½ oz · 14.7 g · 19 × 19 mm` */
export const sizeWords = (
  size: DescribedSize,
  measures: string | null | undefined = null,
): string => sizeParts(size, measures).join(' · ')

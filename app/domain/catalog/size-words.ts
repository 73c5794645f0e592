import { formatGrams, type Milligrams } from '../money/grams.ts'

type DescribedSize = { size: string; weight: Milligrams }

/**
 * A size in the one form it has in the shop, in its parts: name, grams, and measures where they are known
 * [FACTS-01]. No ounces: those of names are everyday ones, and the price beside them is per troy ounce [FACTS-02].
 */
export function sizeParts(
  { size, weight }: DescribedSize,
  measures: string | null | undefined = null,
) {
  return [size.trim(), formatGrams(weight), measures].filter((part): part is string =>
    Boolean(part),
  )
}

/** `Small · 14.7 g · 19 × 19 mm` */
export const sizeWords = (
  size: DescribedSize,
  measures: string | null | undefined = null,
): string => sizeParts(size, measures).join(' · ')

import { formatScaled, parseExact, parseScaled, toSafeInteger } from './decimal.ts'
import { withoutThousands } from './typed-number.ts'

/**
 * A weight in whole milligrams: `14700` is 14.7 g. Pieces are sold by 0.01 g; three places allow
 * a finer balance. Always above zero.
 */
export type Milligrams = number & { readonly unit: 'milligrams' }

/** 100 kg. Light enough that any weight read has an exact price at any gold price read. */
const maxMilligrams = 100_000_000

/**
 * `14.7` → 14700 mg. Null unless it is a plain decimal above 0, at most 100 kg, and whole
 * milligrams: a finer weight is refused, because the rounded one would be sold at another price.
 */
export function parseGrams(text: string): Milligrams | null {
  const scaled = parseExact(text, 3)
  if (scaled === null) return null
  const value = toSafeInteger(scaled)
  return value === null || value <= 0 || value > maxMilligrams ? null : (value as Milligrams)
}

/** As staff type it: also `1,234.50`, but no comma that may be a decimal one [FORM-31]. */
export const parseGramInput = (text: string): Milligrams | null =>
  parseGrams(withoutThousands(text))

/** A weight that can be read but not held: `31.1035` has more than whole milligrams. */
export function isTooFine(text: string): boolean {
  return parseScaled(text, 3) !== null && parseExact(text, 3) === null
}

/** Whether a piece may be sold by this weight: whole hundredths of a gram [SIZE-12]. */
export const isSoldWeight = (weight: Milligrams): boolean => weight % 10 === 0

/** 14700 → `14.7`: no more places than the weight has. For what is sold; `scaleToDecimal` for what was weighed. */
export function gramsToDecimal(weight: Milligrams): string {
  return formatScaled(weight, 3, 0)
}

/** For JSON, where the contract asks for a number. */
export function gramsToNumber(weight: Milligrams): number {
  return Number(gramsToDecimal(weight))
}

/** `14.7 g`, `8.75 g`: a weight as it is sold. */
export function formatGrams(weight: Milligrams): string {
  return `${gramsToDecimal(weight)} g`
}

/** 28300 → `28.30`: as a scale to 0.01 g shows it; more places only where the weight has them. */
export function scaleToDecimal(weight: number): string {
  return formatScaled(weight, 3, 2)
}

/** `28.30 g`: a weight that was weighed, or a difference of such weights. */
export function formatScale(weight: number): string {
  return `${scaleToDecimal(weight)} g`
}

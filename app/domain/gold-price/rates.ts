import { withDollarSign } from '../money/cents.ts'
import { divideHalfUp, formatScaled, parseScaled, toSafeInteger } from '../money/decimal.ts'

/**
 * What gold costs, in ten-thousandths of a US dollar: `927700` per gram is $92.77. Four places are
 * the basis of every sum [D1].
 */
export type PricePerGram = number & { readonly unit: 'ten-thousandths of a dollar per gram' }
export type PricePerOunce = number & { readonly unit: 'ten-thousandths of a dollar per troy ounce' }

/** 1 troy ounce = 31.1035 grams, wherever ounces and grams are converted [GOLD-01]. */
const tenThousandthGramsPerOunce = 311_035n

/** Per gram = round half up(ounce / 31.1035, 4 places), once, where an ounce price arrives [D1]. */
export function perGramOf(perOunce: PricePerOunce): PricePerGram {
  return Number(
    divideHalfUp(BigInt(perOunce) * 10_000n, tenThousandthGramsPerOunce),
  ) as PricePerGram
}

/** Per ounce = gram × 31.1035, four places: for prices that are set, or announced, per gram. */
export function perOunceOf(perGram: PricePerGram): PricePerOunce {
  return Number(
    divideHalfUp(BigInt(perGram) * tenThousandthGramsPerOunce, 10_000n),
  ) as PricePerOunce
}

/** The highest price read: $100,000,000 an ounce. Beyond it a number is a mistake. */
const maxRate = 1_000_000_000_000

/** `2886.32` → the price, or null unless it is a plain decimal above zero. */
export function parsePerOunce(text: string): PricePerOunce | null {
  return parseRate(text) as PricePerOunce | null
}

/** `92.77` → the price, or null unless it is a plain decimal above zero. */
export function parsePerGram(text: string): PricePerGram | null {
  return parseRate(text) as PricePerGram | null
}

function parseRate(text: string): number | null {
  const scaled = parseScaled(text, 4)
  if (scaled === null) return null
  const value = toSafeInteger(scaled)
  return value === null || value <= 0 || value > maxRate ? null : value
}

/** `927700` → `92.77`; `1312778` → `131.2778`: exact, at least two places. For data and sums shown. */
export function rateToDecimal(rate: PricePerGram | PricePerOunce | number): string {
  return formatScaled(rate, 4, 2)
}

/** For JSON, where the documented answer has numbers. */
export function rateToNumber(rate: PricePerGram | PricePerOunce | number): number {
  return Number(rateToDecimal(rate))
}

/** Rounded to cents for display: `$92.77`, `$2,886.32` [GOLD-04]. */
export function formatRate(rate: PricePerGram | PricePerOunce | number): string {
  return withDollarSign(formatScaled(divideHalfUp(BigInt(rate), 100n), 2))
}

/** Every place that counts, for sums that a reader may check: `$131.2778`. */
export function formatExactRate(rate: PricePerGram | PricePerOunce): string {
  return withDollarSign(rateToDecimal(rate))
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultGoldPrice } from '../gold-price/gold-price.ts'
import {
  formatRate,
  type PricePerGram,
  type PricePerOunce,
  parsePerOunce,
  perGramOf,
  perOunceOf,
} from '../gold-price/rates.ts'
import { type Milligrams, parseGrams } from '../money/grams.ts'
import { metalValue } from './price.ts'

/**
 * The specification gives two formulas and calls them equivalent. The shop charges by the price per
 * gram, which has four places: at most half of $0.0001 off per gram, so half a cent off in 100 g and
 * a whole cent in 200 g. Docs: docs/decisions/001-money-and-rates.md.
 */
const anyWeightUpTo = (grams: number) =>
  fc.integer({ min: 1, max: grams * 1000 }).map((mg) => mg as Milligrams)
const anyOuncePrice = fc
  .integer({ min: 1, max: 1_000_000_000 })
  .map((rate) => rate as PricePerOunce)

/** grams / 31.1035 × price per ounce in cents, rounded half up once: the specification's words. */
function goldPartByTheOunce(weight: Milligrams, perOunce: PricePerOunce): number {
  // mg × 10^-4 $ is 10^-5 cents; the ounce is 31.1035 g.
  const numerator = BigInt(weight) * BigInt(perOunce)
  const denominator = 3_110_350n
  return Number((numerator * 2n + denominator) / (denominator * 2n))
}

describe('the ounce formula and the gram formula', () => {
  it('agree within one cent for every piece up to 200 g, at any ounce price [GOLD-02, GOLD-03, D1]', () => {
    fc.assert(
      fc.property(anyWeightUpTo(200), anyOuncePrice, (weight, perOunce) => {
        const byTheGram = metalValue(weight, perGramOf(perOunce))
        expect(Math.abs(byTheGram - goldPartByTheOunce(weight, perOunce))).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })

  it('are never further apart than one cent for each 200 g begun [GOLD-02, GOLD-03, D1]', () => {
    fc.assert(
      fc.property(anyWeightUpTo(100_000), anyOuncePrice, (weight, perOunce) => {
        const byTheGram = metalValue(weight, perGramOf(perOunce))
        const apart = Math.abs(byTheGram - goldPartByTheOunce(weight, perOunce))
        expect(apart).toBeLessThanOrEqual(Math.ceil(weight / 200_000))
      }),
      { numRuns: 1000 },
    )
  })

  it('are two cents apart for 200.5 g at $3,008.64: the bound is no wider than it must be [GOLD-03]', () => {
    const weight = parseGrams('200.5') as Milligrams
    const perOunce = parsePerOunce('3008.64') as PricePerOunce
    expect(goldPartByTheOunce(weight, perOunce)).toBe(1_939_435)
    expect(metalValue(weight, perGramOf(perOunce))).toBe(1_939_437)
  })

  it('agree within one cent up to 6 kg where the price was set by the gram [GOLD-02, GOLD-03]', () => {
    fc.assert(
      fc.property(anyWeightUpTo(6000), fc.integer({ min: 1, max: 100_000_000 }), (weight, rate) => {
        const perGram = rate as PricePerGram
        const byTheOunce = goldPartByTheOunce(weight, perOunceOf(perGram))
        expect(Math.abs(metalValue(weight, perGram) - byTheOunce)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })

  it('disagree on the default record, which keeps both constants as they are [GOLD-03, GOLD-16]', () => {
    const { perGram, perOunce } = defaultGoldPrice
    const small = parseGrams('14.7') as Milligrams
    expect(metalValue(small, perGram)).toBe(136_372)
    expect(goldPartByTheOunce(small, perOunce)).toBe(136_412)
  })
})

describe('ounces and grams', () => {
  it('are converted by 31.1035, both ways [GOLD-01]', () => {
    expect(perOunceOf(10_000 as PricePerGram)).toBe(311_035)
    expect(perGramOf(311_035 as PricePerOunce)).toBe(10_000)
  })

  it('give the price per gram back that an ounce price was made from [GOLD-01]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (rate) => {
        const perGram = rate as PricePerGram
        expect(perGramOf(perOunceOf(perGram))).toBe(perGram)
      }),
    )
  })

  it('are shown to two decimals, rounded half up [GOLD-04]', () => {
    expect(formatRate(927_973)).toBe('$92.80')
    expect(formatRate(1_312_750)).toBe('$131.28')
    expect(formatRate(28_863_200)).toBe('$2,886.32')
    expect(formatRate(-297_700)).toBe('-$29.77')
  })
})

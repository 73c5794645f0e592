import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { priceItem } from '../pricing/price.ts'
import { highestPerGramUnder } from './threshold.ts'

const weight = fc.integer({ min: 1, max: 100_000_000 }).map((mg) => mg as Milligrams)
const fee = fc.integer({ min: 0, max: 100_000_000 }).map(cents)
const rate = fc.integer({ min: 1, max: 32_000_000_000 }).map((value) => value as PricePerGram)

const priceAt = (size: { weight: Milligrams; fee: Cents }, perGram: number) =>
  priceItem(size.weight, size.fee, perGram as PricePerGram).unitPrice

it('is below the amount at this price per gram, and no longer at the next [PIECEALERT-02]', () => {
  fc.assert(
    fc.property(weight, fee, rate, fc.integer({ min: -3, max: 3 }), (weight, fee, near, off) => {
      const size = { weight, fee }
      const under = cents(priceAt(size, near) + off)
      const highest = highestPerGramUnder(size, under)
      if (highest !== null) expect(priceAt(size, highest)).toBeLessThan(under)
      expect(priceAt(size, (highest ?? 0) + 1)).toBeGreaterThanOrEqual(under)
    }),
    { numRuns: 2000 },
  )
})

it('agrees with the price for any gold price [PIECEALERT-02]', () => {
  fc.assert(
    fc.property(
      weight,
      fee,
      rate,
      fc.integer({ min: 1, max: 1_000_000_000 }),
      (weight, fee, perGram, amount) => {
        const under = cents(amount)
        const isUnder = priceAt({ weight, fee }, perGram) < under
        expect((highestPerGramUnder({ weight, fee }, under) ?? 0) >= perGram).toBe(isUnder)
      },
    ),
    { numRuns: 2000 },
  )
})

it('worked by hand: 14.7 g and $750 are $2,113.72 at $92.77 [PIECEALERT-02]', () => {
  const size = { weight: 14_700 as Milligrams, fee: cents(75_000) }
  // 1,363.715 ÷ 14.7 = 92.7697…: the last ten-thousandth below it still rounds to 1,363.71.
  expect(highestPerGramUnder(size, cents(211_372))).toBe(927_697)
  expect(priceAt(size, 927_697)).toBe(211_371)
  expect(priceAt(size, 927_698)).toBe(211_372)
  expect(highestPerGramUnder(size, cents(75_000))).toBeNull()
})

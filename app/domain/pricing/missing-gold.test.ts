import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PricePerGram, parsePerGram } from '../gold-price/rates.ts'
import { sumCents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { missingGold } from './missing-gold.ts'
import { metalValue } from './price.ts'

const weight = fc.integer({ min: 1, max: 5_000_000 }).map((mg) => mg as Milligrams)
const perGram = fc.integer({ min: 1, max: 10_000_000 }).map((rate) => rate as PricePerGram)

describe('gold that is missing', () => {
  it('is worth its grams at the price it was sold at, worked out by hand [WEIGH-03]', () => {
    const at = parsePerGram('92.77') as PricePerGram
    // 0.60 × 92.77 = 55.662; 0.05 × 92.77 = 4.6385; 0.01 × 92.77 = 0.9277.
    expect(missingGold(28_900 as Milligrams, 28_300 as Milligrams, at)).toBe(5566)
    expect(missingGold(28_900 as Milligrams, 28_850 as Milligrams, at)).toBe(464)
    expect(missingGold(28_900 as Milligrams, 28_890 as Milligrams, at)).toBe(93)
  })

  it('is never below zero, nor above the gold of the piece [WEIGH-03]', () => {
    fc.assert(
      fc.property(weight, weight, perGram, (sold, actual, rate) => {
        const back = missingGold(sold, actual, rate)
        expect(back).toBeGreaterThanOrEqual(0)
        expect(back).toBeLessThanOrEqual(metalValue(sold, rate))
        if (actual >= sold) expect(back).toBe(0)
      }),
    )
  })

  it('adds up over items: within half a cent for each of what all of it is worth [WEIGH-03]', () => {
    const items = fc.array(fc.tuple(weight, weight), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(items, perGram, (each, rate) => {
        const missing = each.map(([sold, actual]) => Math.max(0, sold - actual))
        const whole = missing.reduce((sum, mg) => sum + mg, 0)
        const sum = sumCents(each.map(([sold, actual]) => missingGold(sold, actual, rate)))
        const exact = (whole * rate) / 100_000
        expect(Math.abs(sum - exact)).toBeLessThanOrEqual(each.length / 2 + 1e-6)
        const sold = sumCents(each.map(([mg]) => metalValue(mg, rate)))
        expect(sum).toBeLessThanOrEqual(sold)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PricePerGram, parsePerGram } from '../gold-price/rates.ts'
import { cents, formatCents, parseDollars, sumCents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { metalValue, missingGold, priceItem } from './price.ts'

/** Every weight and every price per gram that can be read at all. */
const anyWeight = fc.integer({ min: 1, max: 100_000_000 }).map((mg) => mg as Milligrams)
const anyRate = fc.integer({ min: 1, max: 1_000_000_000_000 }).map((rate) => rate as PricePerGram)
const anyFee = fc.integer({ min: 0, max: 100_000_000 }).map(cents)

describe('the price of a piece', () => {
  it('is gold part + fee to the cent, on the screen too [PDP-02, PDP-16]', () => {
    fc.assert(
      fc.property(anyWeight, anyFee, anyRate, (weight, fee, perGram) => {
        const price = priceItem(weight, fee, perGram)
        expect(price.metalValue + price.fee).toBe(price.unitPrice)
        const shown = [price.metalValue, price.fee, price.unitPrice].map((amount) =>
          parseDollars(formatCents(amount).replace(/[$,]/g, '')),
        )
        expect((shown[0] ?? Number.NaN) + (shown[1] ?? Number.NaN)).toBe(shown[2])
      }),
    )
  })

  it('is grams × price per gram rounded half up to the cent, once, and never a float [GOLD-03, D1]', () => {
    fc.assert(
      fc.property(anyWeight, anyRate, (weight, perGram) => {
        // 10^-7 dollars; a cent is 100,000 of them.
        const exact = BigInt(weight) * BigInt(perGram)
        const gold = BigInt(metalValue(weight, perGram)) * 100_000n
        expect(gold - exact <= 50_000n).toBe(true)
        expect(gold - exact > -50_000n).toBe(true)
      }),
    )
  })

  it('exists for every weight and every gold price that can be read', () => {
    const heaviest = 100_000_000 as Milligrams
    const highest = 1_000_000_000_000 as PricePerGram
    expect(metalValue(heaviest, highest)).toBe(1_000_000_000_000_000)
  })

  it('never falls when the piece is heavier or gold dearer', () => {
    fc.assert(
      fc.property(anyWeight, anyWeight, anyRate, anyRate, (w1, w2, r1, r2) => {
        const [light, heavy] = w1 <= w2 ? [w1, w2] : [w2, w1]
        const [cheap, dear] = r1 <= r2 ? [r1, r2] : [r2, r1]
        expect(metalValue(light, cheap)).toBeLessThanOrEqual(metalValue(heavy, cheap))
        expect(metalValue(heavy, cheap)).toBeLessThanOrEqual(metalValue(heavy, dear))
      }),
    )
  })
})

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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PricePerGram, parsePerGram } from '../gold-price/rates.ts'
import { cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { formatScale } from '../money/grams.ts'
import { metalValue } from '../pricing/price.ts'
import {
  evaluateItem,
  evaluateWeight,
  formatLimit,
  formatOff,
  laserMark,
  parseScale,
  weighingDefaults,
} from './evaluate-weight.ts'
import { parseSerial, serialOf } from './serial.ts'

const mg = (weight: number) => weight as Milligrams

describe('what the scale says', () => {
  it('is read as a scale shows or types it, and as nothing else [WEIGH-02]', () => {
    for (const [text, weight] of [
      ['28.30', 28_300],
      ['28.3', 28_300],
      ['  28.30 g', 28_300],
      ['+  28.30 g', 28_300],
      ['0.01', 10],
      ['028.30', 28_300],
    ] as const) {
      expect(parseScale(text), text).toBe(weight)
    }
    const wrong = ['0', '0.00', '-1', '-28.30', '1e9', '1000000000', '28,9', '28.901', '1.02 ozt']
    for (const text of [...wrong, '28.9 oz', '28.9 dwt', '28.9 kg', '', 'g', '.5', '28.', 'NaN']) {
      expect(parseScale(text), text).toBeNull()
    }
  })

  it('is as sold, light, heavy, or too far off, and both borders still fit [WEIGH-03, WEIGH-04]', () => {
    const judged = (sold: number, actual: number) => evaluateWeight(sold, actual, weighingDefaults)
    expect(judged(28_900, 28_900)).toBe('as sold')
    expect(judged(28_900, 28_850)).toBe('as sold')
    expect(judged(28_900, 28_840)).toBe('light')
    expect(judged(28_900, 28_910)).toBe('heavy')
    expect(judged(20_000, 19_000)).toBe('light')
    expect(judged(20_000, 18_990)).toBe('outside')
    expect(judged(20_000, 21_000)).toBe('heavy')
    expect(judged(20_000, 21_010)).toBe('outside')
    expect(judged(20_000, 1)).toBe('outside')
  })

  it('gives back the further difference alone, and takes nothing back, in any order [WEIGH-05]', () => {
    const weights = fc.array(fc.integer({ min: 19_000, max: 21_000 }), { minLength: 1 })
    const rates = fc.integer({ min: 1, max: 10_000_000 }).map((rate) => rate as PricePerGram)
    fc.assert(
      fc.property(weights, rates, (all, perGram) => {
        let settled = cents(0)
        let most = cents(0)
        for (const actual of all) {
          const of = { sold: mg(20_000), actual: mg(actual), perGram }
          const { missing, open } = evaluateItem(of, weighingDefaults, settled)
          expect(open).toBeGreaterThanOrEqual(0)
          settled = cents(settled + open)
          most = cents(Math.max(most, missing))
          expect(settled).toBe(most)
        }
        expect(settled).toBeLessThanOrEqual(metalValue(mg(20_000), perGram))
      }),
    )
  })

  it('gives nothing back for a weight too far off [WEIGH-04]', () => {
    const perGram = parsePerGram('92.77') as PricePerGram
    const of = { sold: mg(20_000), actual: mg(10_000), perGram }
    expect(evaluateItem(of, weighingDefaults, cents(0))).toEqual({
      verdict: 'outside',
      missing: 0,
      open: 0,
    })
  })

  it('stands as the scale shows it, beside what was sold [WEIGH-08]', () => {
    expect(formatScale(28_300)).toBe('28.30 g')
    expect(formatOff(28_900, 28_300)).toBe('0.60 g below the listed weight')
    expect(formatOff(31_103, 31_200)).toBe('0.097 g above the listed weight')
    expect(formatOff(28_900, 28_900)).toBe('the listed weight')
    expect([formatLimit(50), formatLimit(25)]).toEqual(['5%', '2.5%'])
  })

  it('becomes the text of the laser mark: the weight that was weighed, purity, maker [WEIGH-06, WEIGH-18]', () => {
    expect(laserMark(mg(8750), 'Four Nines')).toBe('8.75 g .9999 Four Nines')
    expect(laserMark(mg(28_300), 'Four Nines')).toBe('28.30 g .9999 Four Nines')
    expect(laserMark(mg(29_000), 'Four Nines')).toBe('29.00 g .9999 Four Nines')
  })
})

describe('a serial number', () => {
  it('is the initials of the shop and a number, or what staff type [WEIGH-02]', () => {
    expect(serialOf('Four Nines', 123)).toBe('FN-000123')
    expect(serialOf('Four Nines', 1_234_567)).toBe('FN-1234567')
    expect(parseSerial(' fn-000123 ')).toBe('FN-000123')
    for (const text of ['', 'A', '-12', 'FN 1', 'FN/1', 'Ä-123', 'x'.repeat(25)]) {
      expect(parseSerial(text), text).toBeNull()
    }
  })
})

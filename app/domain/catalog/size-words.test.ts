import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Milligrams } from '../money/grams.ts'
import { aboutOunces, sizeWords } from './size-words.ts'

const mg = (grams: number) => Math.round(grams * 1000) as Milligrams
const anyWeight = fc.integer({ min: 1, max: 400_000 }).map((weight) => weight as Milligrams)

/** `1¼` → 1.25 */
function numberOf(text: string): number {
  const [, whole = '', part = ''] = /^(\d*)([¼½¾]?)$/.exec(text) ?? []
  return Number(whole) + ({ '': 0, '¼': 0.25, '½': 0.5, '¾': 0.75 }[part] ?? Number.NaN)
}

describe('the words of a size', () => {
  it.each([
    ['Small', 14.7, '19 × 19 mm', 'Small · about ½ oz · 14.7 g · 19 × 19 mm'],
    ['Large', 28.9, null, 'Large · about 1 oz · 28.9 g'],
    ['', 14.7, null, 'about ½ oz · 14.7 g'],
    // Near no quarter: the grams alone.
    ['Ring', 10.5, null, 'Ring · 10.5 g'],
    ['Charm', 1.5, null, 'Charm · 1.5 g'],
    // Its name is of ounces already.
    ['.25oz', 7, null, '.25oz · 7 g'],
    ['1 Ounce', 31.1, null, '1 Ounce · 31.1 g'],
  ])('name, ounces, grams, measures: %s [FACTS-01]', (size, grams, measures, words) => {
    expect(sizeWords({ size, weight: mg(grams) }, measures)).toBe(words)
  })

  it('calls what the shop calls a half and an ounce by these names [FACTS-02, DATA-29]', () => {
    for (let weight = 14_000; weight <= 15_400; weight += 100) {
      expect(aboutOunces(weight as Milligrams)).toBe('½')
    }
    for (let weight = 28_000; weight <= 32_000; weight += 100) {
      expect(aboutOunces(weight as Milligrams)).toBe('1')
    }
  })

  it('is never more than 5% beside both ounces [FACTS-02]', () => {
    fc.assert(
      fc.property(anyWeight, (weight) => {
        const about = aboutOunces(weight)
        if (about === null) return
        const ounces = numberOf(about)
        expect(ounces).toBeGreaterThan(0)
        expect(weight).toBeGreaterThanOrEqual(ounces * 28_349.5 * 0.95)
        expect(weight).toBeLessThanOrEqual(ounces * 31_103.5 * 1.05)
      }),
    )
  })

  it('never calls the heavier of two the lighter [FACTS-02]', () => {
    fc.assert(
      fc.property(anyWeight, anyWeight, (one, other) => {
        const [light, heavy] = [one, other]
          .toSorted((a, b) => a - b)
          .map((weight) => aboutOunces(weight as Milligrams))
        if (light && heavy) expect(numberOf(light)).toBeLessThanOrEqual(numberOf(heavy))
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Milligrams } from '../money/grams.ts'
import { sizeWords } from './size-words.ts'

const mg = (grams: number) => Math.round(grams * 1000) as Milligrams
const anyWeight = fc.integer({ min: 1, max: 400_000 }).map((weight) => weight as Milligrams)

describe('the words of a size', () => {
  it.each([
    ['Small', 14.7, '19 × 19 mm', 'Small · 14.7 g · 19 × 19 mm'],
    ['Large', 28.9, null, 'Large · 28.9 g'],
    ['', 14.7, null, '14.7 g'],
    // A name may be of ounces.
    ['.25oz', 7, null, '.25oz · 7 g'],
  ])('name, grams, measures: %s [FACTS-01]', (size, grams, measures, words) => {
    expect(sizeWords({ size, weight: mg(grams) }, measures)).toBe(words)
  })

  it('say nothing of ounces, whatever it weighs [FACTS-02]', () => {
    fc.assert(
      fc.property(anyWeight, (weight) => {
        expect(sizeWords({ size: 'Small', weight })).not.toMatch(/oz|ounce|[¼½¾]/)
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatGrams, gramsToDecimal, gramsToNumber, type Milligrams, parseGrams } from './grams.ts'

const anyWeight = fc.integer({ min: 1, max: 100_000_000 }).map((value) => value as Milligrams)

describe('weights', () => {
  it('reads back every weight it wrote, to the milligram [SIZE-10]', () => {
    fc.assert(
      fc.property(anyWeight, (weight) => {
        expect(parseGrams(gramsToDecimal(weight))).toBe(weight)
        expect(parseGrams(String(gramsToNumber(weight)))).toBe(weight)
      }),
    )
  })

  it.each([
    ['14.7', 14_700],
    ['14', 14_000],
    ['28.90', 28_900],
    ['7.08738', 7_087],
    ['15.55175', 15_552],
    ['0.001', 1],
    ['100000', 100_000_000],
  ])('reads %s g to the milligram', (text, weight) => {
    expect(parseGrams(text)).toBe(weight)
  })

  it.each(['0', '0.0', '-14.7', '0.0004', '100000.001', '1e9', '', 'abc', '14,7', '14.7g', 'NaN'])(
    'takes %j for no weight: it must be above zero and at most 100 kg [SIZE-10]',
    (text) => {
      expect(parseGrams(text)).toBeNull()
    },
  )

  it('shows no more places than the weight has', () => {
    expect(formatGrams(14_700 as Milligrams)).toBe('14.7 g')
    expect(formatGrams(28_000 as Milligrams)).toBe('28 g')
    expect(formatGrams(7_087 as Milligrams)).toBe('7.087 g')
  })
})

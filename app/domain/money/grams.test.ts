import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatGrams,
  gramsToDecimal,
  gramsToNumber,
  isTooFine,
  type Milligrams,
  parseGrams,
} from './grams.ts'

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
    ['14.7000', 14_700],
    ['31.103', 31_103],
    ['0.001', 1],
    ['100000', 100_000_000],
  ])('reads %s g to the milligram', (text, weight) => {
    expect(parseGrams(text)).toBe(weight)
  })

  it.each([
    '0',
    '0.0',
    '-14.7',
    '0.0004',
    '31.1035',
    '7.08738',
    '100000.001',
    '1e9',
    '',
    'abc',
    '14,7',
    '14.7g',
    'NaN',
  ])('takes %j for no weight: it must be above zero and at most 100 kg [SIZE-10]', (text) => {
    expect(parseGrams(text)).toBeNull()
  })

  it('rounds no weight: a finer one than a milligram is refused, and known as such [SIZE-10, D1]', () => {
    expect(['31.1035', '0.0004', '14.70001'].map(isTooFine)).toEqual([true, true, true])
    expect(['31.1030', '14.7', '', 'abc', '14.7g'].some(isTooFine)).toBe(false)
  })

  it('shows no more places than the weight has', () => {
    expect(formatGrams(14_700 as Milligrams)).toBe('14.7 g')
    expect(formatGrams(28_000 as Milligrams)).toBe('28 g')
    expect(formatGrams(7_087 as Milligrams)).toBe('7.087 g')
  })
})

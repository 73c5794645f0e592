import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pastPrices, percentOf, summarizeSeries } from './history.ts'

const anyCourse = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 1 })

describe('a course of prices', () => {
  it('lies between its lowest and its highest, and changes by what lies between its ends [LIVE-06]', () => {
    fc.assert(
      fc.property(anyCourse, (values) => {
        const moments = values.map((value, at) => ({ at, value }))
        const course = summarizeSeries(moments)
        expect(course?.low.value).toBe(Math.min(...values))
        expect(course?.high.value).toBe(Math.max(...values))
        expect((course?.first.value ?? 0) + (course?.change ?? 0)).toBe(course?.last.value)
      }),
    )
    expect(summarizeSeries([])).toBeNull()
  })

  it.each([
    [0, 1_000_000, '0.00'],
    [32_900, 1_000_000, '+3.29'],
    [-10_000, 1_000_000, '-1.00'],
    [50, 1_000_000, '+0.01'],
    [49, 1_000_000, '0.00'],
    [1_000_000, 1_000_000, '+100.00'],
  ])('a change of %i from %i is %s percent', (change, first, percent) => {
    expect(percentOf(change, first)).toBe(percent)
  })

  it('is read from the answer exactly, and without what is no price', () => {
    expect(
      pastPrices([
        { at: '2026-03-11T16:00:00.000Z', price: '4083.1991', pricePerGram: '131.2778' },
        { at: 'yesterday', price: '1', pricePerGram: '1' },
        { at: '2026-03-11T17:00:00.000Z', price: 'NaN', pricePerGram: '1' },
        { at: '2026-03-11T17:00:00.000Z', price: '0', pricePerGram: '0' },
      ]),
    ).toEqual([{ at: Date.UTC(2026, 2, 11, 16), perOunce: 40_831_991, perGram: 1_312_778 }])
  })
})

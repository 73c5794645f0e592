import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentOf, summarizeSeries } from './history.ts'

const anySeries = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 1 })

describe('a series of prices', () => {
  it('lies between its lowest and its highest, and changes by what lies between its ends [LIVE-06]', () => {
    fc.assert(
      fc.property(anySeries, (values) => {
        const points = values.map((value, at) => ({ at, value }))
        const series = summarizeSeries(points)
        expect(series?.low.value).toBe(Math.min(...values))
        expect(series?.high.value).toBe(Math.max(...values))
        expect((series?.first.value ?? 0) + (series?.change ?? 0)).toBe(series?.last.value)
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
})

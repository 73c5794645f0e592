import fc from 'fast-check'
import { expect, it } from 'vitest'
import { daysOfRanges, isVisitRange, visitRanges, visitsOfRanges } from './visit-periods.ts'

const day = fc
  .integer({ min: 0, max: 90 })
  .map((back) => new Date(Date.UTC(2026, 2, 11) - back * 86_400_000).toISOString().slice(0, 10))
const counted = fc.record({ day, views: fc.nat(1000), visits: fc.nat(1000) })

it('sums each range from its days alone, however the days are split up [VISIT-05]', () => {
  fc.assert(
    fc.property(fc.array(counted), (days) => {
      const ranges = visitsOfRanges('2026-03-11', days)
      for (const range of visitRanges) {
        const { from, to } = daysOfRanges('2026-03-11')[range]
        const within = days.filter((each) => each.day >= from && each.day <= to)
        expect(ranges[range].views).toBe(within.reduce((sum, { views }) => sum + views, 0))
        expect(ranges[range].carts).toBe(0)
      }
      expect(visitsOfRanges('2026-03-11', days.toReversed())).toEqual(ranges)
    }),
  )
})

it('knows the ranges that an address may name [VISIT-05]', () => {
  expect(daysOfRanges('2026-03-11')['last-week']).toEqual({ from: '2026-03-02', to: '2026-03-08' })
  expect(isVisitRange('last-month')).toBe(true)
  for (const text of [null, '', 'ever', 'constructor']) expect(isVisitRange(text)).toBe(false)
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import {
  earliestDay,
  periodsAround,
  plusDays,
  type SalesOfDay,
  salesOfPeriods,
} from './sales-periods.ts'

it('knows the day, the week from Monday and the month, and those before them [TODAY-02]', () => {
  // A Sunday, and the first of a month.
  expect(periodsAround('2026-03-01')).toEqual({
    day: [
      { from: '2026-03-01', to: '2026-03-01' },
      { from: '2026-02-28', to: '2026-02-28' },
    ],
    week: [
      { from: '2026-02-23', to: '2026-03-01' },
      { from: '2026-02-16', to: '2026-02-22' },
    ],
    month: [
      { from: '2026-03-01', to: '2026-03-31' },
      { from: '2026-02-01', to: '2026-02-28' },
    ],
  })
  expect(periodsAround('2028-01-31').month).toEqual([
    { from: '2028-01-01', to: '2028-01-31' },
    { from: '2027-12-01', to: '2027-12-31' },
  ])
})

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((count) => plusDays('2000-01-01', count))

it('has periods that meet, hold the day, and begin no earlier than what is read [TODAY-02]', () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const around = periodsAround(today)
      expect(new Date(`${around.week[0].from}T00:00:00Z`).getUTCDay()).toBe(1)
      for (const [now, before] of Object.values(around)) {
        expect(now.from <= today && today <= now.to).toBe(true)
        expect(plusDays(before.to, 1)).toBe(now.from)
        expect(earliestDay(today) <= before.from).toBe(true)
      }
    }),
  )
})

it('sums each day into the periods that hold it, and into no other [TODAY-02]', () => {
  const sales = fc.record({
    day: fc.integer({ min: -70, max: 40 }),
    orders: fc.nat(50),
    goods: fc.nat(10_000_000).map(cents),
    metalMg: fc.nat(1_000_000),
  })
  fc.assert(
    fc.property(anyDay, fc.uniqueArray(sales, { selector: ({ day }) => day }), (today, some) => {
      const days: SalesOfDay[] = some.map((each) => ({ ...each, day: plusDays(today, each.day) }))
      const periods = Object.values(salesOfPeriods(today, days)).flatMap(({ now, before }) => [
        now,
        before,
      ])
      for (const { days: which, sales: sum } of periods) {
        const within = days.filter(({ day }) => day >= which.from && day <= which.to)
        expect(sum).toEqual({
          orders: within.reduce((total, { orders }) => total + orders, 0),
          goods: within.reduce((total, { goods }) => total + goods, 0),
          metalMg: within.reduce((total, { metalMg }) => total + metalMg, 0),
        })
      }
    }),
  )
})

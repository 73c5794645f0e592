import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginOfChart, historyRanges } from '#app/domain/gold-price/history.ts'
import { formatRate } from '#app/domain/gold-price/rates.ts'
import { axisRange, describeSeries, formatAxisTime, formatHistoryTime } from './format-history.ts'

const until = Date.UTC(2026, 2, 11, 16)
const hour = 3_600_000
const wording = {
  range: 'day',
  until,
  what: 'gold',
  unit: ' per gram',
  format: formatRate,
  when: (at: number) => formatHistoryTime(at, 'day'),
} as const
const at = (hoursAgo: number, value: number) => ({ at: until - hoursAgo * hour, value })

describe('a price series in a sentence [LIVE-06]', () => {
  it('has first, last, change, lowest and highest', () => {
    expect(describeSeries([at(23, 1_300_000), at(9, 1_280_000), at(1, 1_313_000)], wording)).toBe(
      'In the last 24 hours, gold went from $130.00 to $131.30 per gram, up $1.30 (+1.00%). Low: $128.00 (Mar 11, 12:00 AM PDT). High: $131.30 (Mar 11, 8:00 AM PDT).',
    )
    expect(describeSeries([at(23, 1_300_000), at(1, 1_287_000)], wording)).toContain(
      'down $1.30 (-1.00%)',
    )
    expect(describeSeries([at(23, 13), at(2, 20_000), at(1, 13)], wording)).toContain(
      'with no change',
    )
  })

  it('does not speak for the time before the first price', () => {
    expect(describeSeries([at(5, 1_300_000), at(1, 1_313_000)], wording)).toMatch(
      /^Since Mar 11, 4:00 AM PDT, gold has gone from/,
    )
  })

  it('a young shop’s chart begins with its first price, labeled by what it spans [LIVE-15]', () => {
    const day = 24 * hour
    fc.assert(
      fc.property(
        fc.constantFrom('day' as const, 'month' as const, 'year' as const),
        fc.integer({ min: 1, max: 400 * 24 }),
        (range, age) => {
          const points = [at(age, 1), at(1, 2)]
          const from = beginOfChart(points, { range, until })
          const { spanMs, gapMs } = historyRanges[range]
          expect(from).toBeGreaterThanOrEqual(until - spanMs)
          // What is left empty before the first price is no longer than a pause is.
          expect(Math.max(0, until - age * hour - from)).toBeLessThanOrEqual(gapMs)
        },
      ),
    )
    expect([day, 6 * day, 30 * day, 365 * day].map(axisRange)).toEqual([
      ...['day', 'month', 'month', 'year'],
    ])
  })

  it('says so where there is one price, none, or no movement', () => {
    expect(describeSeries([], wording)).toBe('No price was recorded in the last 24 hours.')
    expect(describeSeries([at(2, 1_300_000)], wording)).toBe(
      'One price was recorded in the last 24 hours: $130.00 per gram, Mar 11, 7:00 AM PDT.',
    )
    expect(describeSeries([at(23, 1_300_000), at(2, 1_300_000)], wording)).toBe(
      'In the last 24 hours, gold stayed at $130.00 per gram.',
    )
  })

  it('names hours by the day, and years by the year, by the shop’s clock [LIVE-16]', () => {
    expect(formatHistoryTime(until, 'day')).toBe('Mar 11, 9:00 AM PDT')
    expect(formatHistoryTime(until, 'year')).toBe('Mar 11, 2026, 9:00 AM PDT')
    expect(formatAxisTime(until, 'day')).toBe('9:00 AM')
    // Two in the morning of the next day in UTC.
    const evening = until + 10 * hour
    expect(formatHistoryTime(evening, 'month')).toBe('Mar 11, 7:00 PM PDT')
    expect(formatAxisTime(evening, 'month')).toBe('Mar 11')
    expect(formatAxisTime(until, 'year')).toBe('Mar 2026')
  })
})

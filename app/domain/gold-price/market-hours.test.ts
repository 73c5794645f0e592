import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMarketOpen, lastCloseBefore, msWithoutWeekends, openMsBetween } from './market-hours.ts'

const hourMs = 3_600_000

/** Instants in UTC; in brackets what New York's clocks show. 2026: summer time 8 March to 1 November. */
const table: [instant: string, open: boolean, newYork: string][] = [
  ['2026-01-16T21:59:59.999Z', true, 'Friday 16:59:59.999, winter'],
  ['2026-01-16T22:00:00Z', false, 'Friday 17:00, winter'],
  ['2026-01-17T12:00:00Z', false, 'Saturday'],
  ['2026-01-18T22:59:59.999Z', false, 'Sunday 17:59:59.999, winter'],
  ['2026-01-18T23:00:00Z', true, 'Sunday 18:00, winter'],
  ['2026-01-19T21:59:59Z', true, 'Monday 16:59:59, winter'],
  ['2026-01-19T22:00:00Z', false, 'Monday 17:00, winter'],
  ['2026-01-19T22:59:59Z', false, 'Monday 17:59:59, winter'],
  ['2026-01-19T23:00:00Z', true, 'Monday 18:00, winter'],
  ['2026-01-20T05:00:00Z', true, 'Tuesday 00:00, winter'],
  ['2026-03-06T22:00:00Z', false, 'Friday 17:00, still winter'],
  ['2026-03-08T21:59:59Z', false, 'Sunday 17:59:59, summer since 02:00 that day'],
  ['2026-03-08T22:00:00Z', true, 'Sunday 18:00, first summer day'],
  ['2026-03-09T20:59:59Z', true, 'Monday 16:59:59, summer'],
  ['2026-03-09T21:00:00Z', false, 'Monday 17:00, summer'],
  ['2026-03-09T22:00:00Z', true, 'Monday 18:00, summer'],
  ['2026-07-17T20:59:59Z', true, 'Friday 16:59:59, summer'],
  ['2026-07-17T21:00:00Z', false, 'Friday 17:00, summer'],
  ['2026-10-30T20:59:59Z', true, 'Friday 16:59:59, still summer'],
  ['2026-10-30T21:00:00Z', false, 'Friday 17:00, still summer'],
  ['2026-11-01T22:59:59Z', false, 'Sunday 17:59:59, winter since 02:00 that day'],
  ['2026-11-01T23:00:00Z', true, 'Sunday 18:00, first winter day'],
  ['2026-11-02T21:59:59Z', true, 'Monday 16:59:59, winter'],
  ['2026-11-02T22:00:00Z', false, 'Monday 17:00, winter'],
]

describe('hours of the spot market [LIVE-02]', () => {
  it.each(table)('at %s open is %s (%s)', (instant, open) => {
    expect(isMarketOpen(new Date(instant))).toBe(open)
  })

  it.each([
    ['2026-01-16T22:00:00Z', '2026-01-16T22:00:00Z'],
    ['2026-01-18T22:59:00Z', '2026-01-16T22:00:00Z'],
    ['2026-01-19T12:00:00Z', '2026-01-16T22:00:00Z'],
    ['2026-01-20T12:00:00Z', '2026-01-19T22:00:00Z'],
    ['2026-03-08T12:00:00Z', '2026-03-06T22:00:00Z'],
    ['2026-03-10T12:00:00Z', '2026-03-09T21:00:00Z'],
    ['2026-11-01T12:00:00Z', '2026-10-30T21:00:00Z'],
  ])('the last close at %s was %s', (at, close) => {
    expect(lastCloseBefore(new Date(at))).toEqual(new Date(close))
  })

  it('leaves a shut weekend out of an age, in both weeks the clocks change too [LIVE-08]', () => {
    for (const [friday, sunday] of [
      ['2026-01-16T22:00:00Z', '2026-01-18T23:00:00Z'],
      ['2026-03-06T22:00:00Z', '2026-03-08T22:00:00Z'],
      ['2026-10-30T21:00:00Z', '2026-11-01T23:00:00Z'],
    ] as const) {
      const hourBefore = new Date(Date.parse(friday) - hourMs)
      const hourAfter = new Date(Date.parse(sunday) + hourMs)
      expect(msWithoutWeekends(hourBefore, hourAfter)).toBe(2 * hourMs)
      expect(openMsBetween(hourBefore, hourAfter)).toBe(2 * hourMs)
    }
  })

  it('counts the daily hour as age, but not as open', () => {
    const [from, to] = [new Date('2026-01-19T21:00:00Z'), new Date('2026-01-20T00:00:00Z')]
    expect(msWithoutWeekends(from, to)).toBe(3 * hourMs)
    expect(openMsBetween(from, to)).toBe(2 * hourMs)
  })

  const anyTime = fc
    .integer({ min: Date.parse('2024-01-01Z'), max: Date.parse('2032-01-01Z') })
    .map((time) => new Date(time))
  const upTo30Days = fc.integer({ min: 0, max: 30 * 24 * hourMs })

  it('no age exceeds the time that passed, and open hours add up', () => {
    fc.assert(
      fc.property(anyTime, upTo30Days, upTo30Days, (start, first, second) => {
        const middle = new Date(start.getTime() + first)
        const end = new Date(middle.getTime() + second)
        const whole = openMsBetween(start, end)
        expect(openMsBetween(start, middle) + openMsBetween(middle, end)).toBe(whole)
        expect(whole).toBeGreaterThanOrEqual(0)
        expect(whole).toBeLessThanOrEqual(msWithoutWeekends(start, end))
        expect(msWithoutWeekends(start, end)).toBeLessThanOrEqual(first + second)
      }),
      { numRuns: 50 },
    )
  })

  it('a market is open until its last close, and a shut one has been shut since', () => {
    fc.assert(
      fc.property(anyTime, (at) => {
        const close = lastCloseBefore(at)
        expect(close.getTime()).toBeLessThanOrEqual(at.getTime())
        expect(isMarketOpen(new Date(close.getTime() - 1))).toBe(true)
        expect(isMarketOpen(close)).toBe(false)
        if (!isMarketOpen(at)) expect(openMsBetween(close, at)).toBe(0)
      }),
      { numRuns: 50 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  businessDaysLate,
  isBusinessDay,
  isFederalHoliday,
  plusBusinessDays,
} from '../time/business-days.ts'
import { dayAt, formatDay } from '../time/day.ts'
import { promisedBusinessDays, shipByDay } from './ship-by.ts'

const zone = 'America/Los_Angeles'

function holidaysOf(year: number): string[] {
  const days = Array.from({ length: 366 }, (_, at) =>
    new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 10),
  )
  // Those kept on a working day, which is what a calendar of offices lists.
  const onWeekdays = days.filter((day) => day.startsWith(`${year}`) && isFederalHoliday(day))
  return onWeekdays.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
}

/** As the Office of Personnel Management lists them (opm.gov, Federal Holidays). */
const published: Record<number, string> = {
  2021: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  2022: '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26',
  2023: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
  2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
}

const anyDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

describe('the calendar of business days', () => {
  it.each(Object.entries(published))('has the federal holidays of %s [DESK-03]', (year, days) => {
    expect(holidaysOf(Number(year))).toEqual(days.split(' ').map((day) => `${year}-${day}`))
  })

  it('counts business days alone, and their number is how late it is [DESK-03]', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 60 }), (day, count) => {
        const end = plusBusinessDays(day, count)
        expect(isBusinessDay(end)).toBe(true)
        expect(end > day).toBe(true)
        expect(businessDaysLate(day, end)).toBe(count)
        expect(businessDaysLate(end, day)).toBe(0)
        // Never fewer than five days for a week of business days, never many more.
        const days = (Date.parse(end) - Date.parse(day)) / 86_400_000
        expect(days).toBeGreaterThanOrEqual(count)
        expect(days).toBeLessThanOrEqual(Math.ceil(count / 5) * 7 + 14)
      }),
    )
  })
})

describe('the day to send an order by', () => {
  it.each([
    // A Monday; the fifth business day after it is the Monday of the next week.
    ['2026-11-02T20:00:00Z', 5, '2026-11-09'],
    // Paid late on Friday in Seattle, when it is Saturday in UTC.
    ['2026-11-07T06:59:59Z', 1, '2026-11-09'],
    ['2026-11-07T08:00:00Z', 1, '2026-11-09'],
    // Over Thanksgiving, and over Christmas and New Year.
    ['2026-11-23T18:00:00Z', 5, '2026-12-01'],
    ['2026-12-23T18:00:00Z', 5, '2026-12-31'],
    ['2026-12-24T18:00:00Z', 5, '2027-01-04'],
    // Daylight saving time begins on the Sunday between.
    ['2026-03-07T07:59:59Z', 3, '2026-03-11'],
  ])('paid at %s, within %s business days, is %s [DESK-02]', (paidAt, days, shipBy) => {
    expect(shipByDay(new Date(paidAt), days, zone)).toBe(shipBy)
  })

  it('is the same for the whole of a day on the clock of the shop [DESK-02]', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 24 * 60 - 1 }), (day, minute) => {
        const at = new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000)
        expect(shipByDay(at, 4, zone)).toBe(plusBusinessDays(dayAt(at, zone), 4))
        expect(shipByDay(at, 4, 'UTC')).toBe(plusBusinessDays(day, 4))
      }),
    )
  })

  it.each([
    ['3-5 business days', 5],
    ['3–5 business days', 5],
    ['10 Business Days, 3 of them by hand', 10],
    ['one business day', null],
    ['1 business day', 1],
    ['two weeks', null],
    ['', null],
  ])('a text says how many there are, or nothing: %j [DESK-04]', (text, days) => {
    expect(promisedBusinessDays(text)).toBe(days)
  })

  it('is written with its weekday', () => {
    expect(formatDay('2026-11-30')).toBe('Mon, Nov 30')
  })
})

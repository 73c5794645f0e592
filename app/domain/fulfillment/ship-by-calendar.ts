/** A day of the calendar, `2026-11-30`. Such texts sort as the days do. */
export type Day = string

const dayMs = 24 * 60 * 60 * 1000
const atMidnight = (day: Day) => Date.parse(`${day}T00:00:00Z`)
export const plusDays = (day: Day, days: number): Day =>
  new Date(atMidnight(day) + days * dayMs).toISOString().slice(0, 10)

/** Of the calendar; below zero where `to` is the earlier one. */
export const daysFrom = (from: Day, to: Day) => (atMidnight(to) - atMidnight(from)) / dayMs

/** Written as a day, and one of the calendar: not `2026-02-30`. Of this millennium or the last. */
export function isDay(text: string): text is Day {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(atMidnight(text))
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

export const laterDay = (one: Day, other: Day): Day => (one < other ? other : one)

/** 0 is Sunday. */
const weekday = (day: Day) => new Date(atMidnight(day)).getUTCDay()

/** The day it is at a moment on the clock of a time zone, by its IANA name. */
export function dayAt(at: Date, timeZone: string): Day {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
}

/** By month and day: New Year, Juneteenth, Independence, Veterans and Christmas Day. */
const fixedHolidays = ['01-01', '06-19', '07-04', '11-11', '12-25']

const isFixed = (day: Day) => fixedHolidays.includes(day.slice(5))

/** Month, weekday, and which of that month: King, Washington, Memorial, Labor, Columbus, Thanksgiving. */
const movingHolidays = [
  ['01', 1, 3],
  ['02', 1, 3],
  ['05', 1, 'last'],
  ['09', 1, 1],
  ['10', 1, 2],
  ['11', 4, 4],
] as const

/**
 * Whether federal offices and the Postal Service rest: a holiday on a Saturday is kept on Friday, one
 * on a Sunday on Monday. Source: 5 U.S.C. 6103; opm.gov, Federal Holidays. Left out: Inauguration Day,
 * which is one in Washington, D.C. alone.
 */
export function isFederalHoliday(day: Day): boolean {
  return isBankHoliday(day) || (weekday(day) === 5 && isFixed(plusDays(day, 1)))
}

/**
 * Whether the Federal Reserve Banks rest: the same holidays, but on the Friday before one that is on a
 * Saturday they are open. Source: frbservices.org, Federal Reserve Bank holiday schedule.
 */
export function isBankHoliday(day: Day): boolean {
  if (isFixed(day)) return true
  if (weekday(day) === 1 && isFixed(plusDays(day, -1))) return true
  const [, month, dayOfMonth] = day.split('-')
  const which = Math.ceil(Number(dayOfMonth) / 7)
  return movingHolidays.some(
    ([holidayMonth, onWeekday, whichOne]) =>
      month === holidayMonth &&
      weekday(day) === onWeekday &&
      (whichOne === 'last' ? plusDays(day, 7).slice(5, 7) !== month : which === whichOne),
  )
}

export const isWeekend = (day: Day) => weekday(day) === 0 || weekday(day) === 6

/** Monday to Friday, no holiday. */
export const isBusinessDay = (day: Day) => !isWeekend(day) && !isFederalHoliday(day)

/** The business day so many after a day, which itself does not count. */
export function plusBusinessDays(day: Day, count: number): Day {
  let [at, left] = [day, count]
  while (left > 0) {
    at = plusDays(at, 1)
    if (isBusinessDay(at)) left -= 1
  }
  return at
}

/** The last day to send an order that was paid at a moment, as the shop promised [DESK-02]. */
export function shipByDay(paidAt: Date, businessDays: number, timeZone: string): Day {
  return plusBusinessDays(dayAt(paidAt, timeZone), businessDays)
}

/** How many business days it is late today; 0 where it is not. */
export function businessDaysLate(shipBy: Day, today: Day): number {
  let [at, late] = [shipBy, 0]
  while (at < today) {
    at = plusDays(at, 1)
    if (isBusinessDay(at)) late += 1
  }
  return late
}

/** What a text promises at most: `3-5 business days` are 5, and any other text is null. */
export function promisedBusinessDays(text: string): number | null {
  const found = /(\d{1,9})\s*business\s+days?/i.exec(text)
  return found ? Number(found[1]) : null
}

/** What a shop may promise, in business days. */
export const processingDaysRange = { least: 1, most: 365 } as const

export function isProcessingDays(days: number | null): days is number {
  return days !== null && days >= processingDaysRange.least && days <= processingDaysRange.most
}

/** Until staff write their own, as the default text says: `3-5 business days`. */
export const defaultProcessingDays = 5

/** `Mon, Nov 30`. */
export function formatDay(day: Day): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(atMidnight(day))
}

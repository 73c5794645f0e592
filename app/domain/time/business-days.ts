import { type Day, plusDays } from './day.ts'

/** 0 is Sunday. */
const weekday = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay()

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

/** How many business days it is late today; 0 where it is not. */
export function businessDaysLate(shipBy: Day, today: Day): number {
  let [at, late] = [shipBy, 0]
  while (at < today) {
    at = plusDays(at, 1)
    if (isBusinessDay(at)) late += 1
  }
  return late
}

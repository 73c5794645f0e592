import { clockAt, whenShown } from '../time/local-time.ts'

/**
 * Hours of the spot gold market: shut from Friday 17:00 to Sunday 18:00 New York time, and from
 * 17:00 to 18:00 on Monday to Thursday. Holidays are not known here: on those days an old price
 * shows as what it is, an old price.
 */
const closesAt = 17
const opensAt = 18
const friday = 5
const saturday = 6
const sunday = 0

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

type Shut = { from: number; to: number; weekend: boolean }

export function isMarketOpen(at: Date): boolean {
  return shutPeriodsBetween(at.getTime(), at.getTime() + 1).length === 0
}

/** The last moment at or before `at` when the market shut. */
export function lastCloseBefore(at: Date): Date {
  const time = at.getTime()
  // No two closes are further apart than from Friday to Monday.
  const closes = shutPeriodsBetween(time - 4 * dayMs, time + 1).map((period) => period.from)
  return new Date(Math.max(...closes.filter((close) => close <= time)))
}

/** Milliseconds between two moments in which prices could move: all shut hours left out. */
export function openMsBetween(from: Date, to: Date): number {
  return lengthWithout(from, to, () => true)
}

/** Milliseconds between two moments, weekends in which the market is shut left out [LIVE-08]. */
export function msWithoutWeekends(from: Date, to: Date): number {
  return lengthWithout(from, to, (period) => period.weekend)
}

/** Beyond a year the exact age decides nothing any longer, and every day of it would be looked at. */
const maxSpanMs = 366 * dayMs

function lengthWithout(from: Date, to: Date, leftOut: (period: Shut) => boolean): number {
  const span = to.getTime() - from.getTime()
  if (span <= 0 || span > maxSpanMs) return Math.max(0, span)
  return shutPeriodsBetween(from.getTime(), to.getTime())
    .filter(leftOut)
    .reduce((rest, period) => {
      const begin = Math.max(period.from, from.getTime())
      return rest - (Math.min(period.to, to.getTime()) - begin)
    }, span)
}

/** Every shut period that shares a moment with [from, to). */
function shutPeriodsBetween(from: number, to: number): Shut[] {
  const periods: Shut[] = []
  // A weekend that reaches into the span began at most two New York days before it.
  for (let day = dayInNewYork(from) - 3; day <= dayInNewYork(to); day += 1) {
    const weekday = new Date(day * dayMs).getUTCDay()
    if (weekday === saturday || weekday === sunday) continue
    const weekend = weekday === friday
    const period = {
      from: newYorkInstant(day, closesAt),
      to: newYorkInstant(weekend ? day + 2 : day, opensAt),
      weekend,
    }
    if (period.from < to && period.to > from) periods.push(period)
  }
  return periods
}

const newYork = 'America/New_York'

/** Days since 1970 on New York's calendar. */
function dayInNewYork(time: number): number {
  return Math.floor(clockAt(time, newYork) / dayMs)
}

/** The moment when New York's clocks show this hour; the hours used here are never skipped. */
function newYorkInstant(day: number, hour: number): number {
  return whenShown(day * dayMs + hour * 60 * minuteMs, newYork)
}

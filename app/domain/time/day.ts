import { formatter } from './formatter.ts'
import { dayMs, localTime } from './local-time.ts'

/** A day of the calendar, `2026-11-30`. Such texts sort as the days do. */
export type Day = string

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

/** The day it is at a moment on the clock of a time zone, by its IANA name. */
export function dayAt(at: Date, timeZone: string): Day {
  return localTime(at, timeZone).slice(0, 10)
}

/** The year it is at a moment on that clock. */
export const yearAt = (at: Date, timeZone: string): number =>
  Number(dayAt(at, timeZone).slice(0, 4))

/** `March 14, 2035`. */
export const formatLongDay = (day: Day): string =>
  formatter({ dateStyle: 'long', timeZone: 'UTC' }).format(atMidnight(day))

/** `Nov 30, 2035`. */
export const formatMediumDay = (day: Day): string =>
  formatter({ dateStyle: 'medium', timeZone: 'UTC' }).format(atMidnight(day))

/** `Mon, Nov 30`. */
export function formatDay(day: Day): string {
  return formatter({
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(atMidnight(day))
}

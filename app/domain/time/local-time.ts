import { formatter } from './formatter.ts'

/** A time on the clock of a zone to the minute, as a form holds it: `2026-12-01T09:00`. */
export type LocalTime = string

export const dayMs = 86_400_000

/** `2026-12-01T09:00`, by an IANA zone. */
export function localTime(at: Date, timeZone: string): LocalTime {
  return new Date(clockAt(at.getTime(), timeZone)).toISOString().slice(0, 16)
}

/**
 * The moment at which clocks of the zone show this; the earlier one where they show it twice. Null for
 * what is no time, and for one that is left out when clocks go forward: a form refuses those.
 */
export function momentOf(local: LocalTime, timeZone: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(local)) return null
  const shown = Date.parse(`${local}Z`)
  if (Number.isNaN(shown)) return null
  const at = new Date(whenShown(shown, timeZone))
  const full = local.length === 16 ? `${local}:00` : local
  return new Date(clockAt(at.getTime(), timeZone)).toISOString().startsWith(full) ? at : null
}

/**
 * The same for a time that is stored already: one that is left out when clocks go forward counts on
 * from the hour before, as RFC 5545 has it (3.3.5): 02:30 is 03:30. Throws for what is no time.
 */
export function instantOf(local: LocalTime, timeZone: string): Date {
  return new Date(whenShown(Date.parse(`${local.slice(0, 19)}Z`), timeZone))
}

/**
 * The only place that turns a clock into a moment. `shown` is the clock's time as if it were in UTC, in
 * milliseconds; the answer is in milliseconds since 1970.
 */
export function whenShown(shown: number, timeZone: string): number {
  // A clock changes at most once within two days: before and after it, it is off by so much.
  const [before, after] = [-dayMs, dayMs].map(
    (away) => shown - (clockAt(shown + away, timeZone) - (shown + away)),
  ) as [number, number]
  if (clockAt(before, timeZone) === shown) return before
  return clockAt(after, timeZone) === shown ? after : before
}

/** What the zone's clocks show at a moment, as if it were a time in UTC; whole seconds, in milliseconds. */
export function clockAt(time: number, timeZone: string): number {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const part of clockOf(timeZone).formatToParts(time)) shown[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const clockOf = (timeZone: string) =>
  formatter({
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })

/** A time on the clock of a zone to the minute, as a form holds it: `2026-12-01T09:00`. */
export type LocalTime = string

const hourMs = 3_600_000

/** `2026-12-01T09:00`, by an IANA zone. */
export function localTime(at: Date, timeZone: string): LocalTime {
  // Swedish writes dates as ISO 8601 does.
  return at.toLocaleString('sv-SE', { timeZone }).slice(0, 16).replace(' ', 'T')
}

/**
 * The moment at which clocks of the zone show this; the earlier one where they show it twice. Null for
 * what is no time, and for one that is left out when clocks go forward.
 */
export function momentOf(local: LocalTime, timeZone: string): Date | null {
  const asIfUtc = Date.parse(`${local}Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || Number.isNaN(asIfUtc)) return null
  // What the clock shows differs from UTC by so much a day before, and by so much a day after.
  const moments = [-24, 24].map((hours) => {
    const near = new Date(asIfUtc + hours * hourMs)
    const offset = Date.parse(`${localTime(near, timeZone)}Z`) - minute(near)
    return new Date(asIfUtc - offset)
  })
  const fitting = moments.filter((moment) => localTime(moment, timeZone) === local)
  fitting.sort((one, other) => one.getTime() - other.getTime())
  return fitting[0] ?? null
}

const minute = (at: Date) => Math.floor(at.getTime() / 60_000) * 60_000

export type ShownTimes = { from: Date | null; until: Date | null }

/** What is due of a piece at a moment: to be shown, to be hidden, or nothing; the later of the two. */
export function dueVisibility({ from, until }: ShownTimes, now: Date): boolean | null {
  if (until && until <= now) return false
  return from && from <= now ? true : null
}

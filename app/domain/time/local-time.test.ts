import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, localTime, momentOf } from './local-time.ts'

const pacific = 'America/Los_Angeles'
const minuteMs = 60_000

/** Days on which clocks change by an hour, and by half an hour on Lord Howe Island. */
const changeDays = [
  [pacific, '2026-03-08'],
  [pacific, '2026-11-01'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
] as const

describe('a local time and its moment', () => {
  it('an announcement or post of 08:00 on the day clocks go back begins at 16:00Z [TIME-01]', () => {
    expect(instantOf('2026-11-01T08:00:00', pacific).toISOString()).toBe('2026-11-01T16:00:00.000Z')
    expect(instantOf('2026-03-08T00:30', pacific).toISOString()).toBe('2026-03-08T08:30:00.000Z')
    expect(instantOf('2026-03-08T04:00', pacific).toISOString()).toBe('2026-03-08T11:00:00.000Z')
    expect(instantOf('2026-07-08T09:30:15', pacific).toISOString()).toBe('2026-07-08T16:30:15.000Z')
  })

  it('agree in every minute around a change, and of two moments the earlier one counts [TIME-01]', () => {
    const minute = fc.integer({ min: -24 * 60, max: 48 * 60 })
    fc.assert(
      fc.property(fc.constantFrom(...changeDays), minute, ([zone, day], after) => {
        const at = new Date(Date.parse(`${day}T00:00:00Z`) + after * minuteMs)
        const shown = localTime(at, zone)
        const found = momentOf(shown, zone)
        if (!found) throw new Error(`${shown} was shown and is not found`)
        expect(localTime(found, zone)).toBe(shown)
        expect(instantOf(shown, zone)).toEqual(found)
        expect(found.getTime()).toBeLessThanOrEqual(at.getTime())
        const twice = at.getTime() - found.getTime()
        expect([0, 30 * minuteMs, 60 * minuteMs]).toContain(twice)
      }),
      { numRuns: 3000 },
    )
  })

  it('what clocks leave out is refused in a form, and else counts on from the hour before [TIME-01]', () => {
    for (const [zone, day, skipped, counted] of [
      [pacific, '2026-03-08', '02:30', '03:30'],
      ['America/New_York', '2026-03-08', '02:00', '03:00'],
      ['Australia/Lord_Howe', '2026-10-04', '02:15', '02:45'],
    ] as const) {
      expect(momentOf(`${day}T${skipped}`, zone)).toBeNull()
      expect(localTime(instantOf(`${day}T${skipped}`, zone), zone)).toBe(`${day}T${counted}`)
    }
  })

  it('later on the clock is never earlier in time, left out minutes included [TIME-01]', () => {
    const minute = fc.integer({ min: 0, max: 24 * 60 - 61 })
    fc.assert(
      fc.property(fc.constantFrom(...changeDays), minute, ([zone, day], of) => {
        const local = (minutes: number) =>
          new Date(Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs).toISOString().slice(0, 16)
        const [one, other] = [instantOf(local(of), zone), instantOf(local(of + 60), zone)]
        expect(other.getTime()).toBeGreaterThanOrEqual(one.getTime())
      }),
    )
  })

  it('a moment to the minute is found again from what the clock shows, but in the hour shown twice [BULK-09]', () => {
    const minutes = fc.integer({ min: 28_000_000, max: 34_000_000 })
    fc.assert(
      fc.property(minutes, fc.constantFrom(pacific, 'UTC', 'Asia/Kolkata'), (each, zone) => {
        const at = new Date(each * 60_000)
        const found = momentOf(localTime(at, zone), zone)
        const isAnHourBefore = found?.getTime() === at.getTime() - 3_600_000
        expect(found?.getTime() === at.getTime() || isAnHourBefore).toBe(true)
        if (isAnHourBefore && found) expect(localTime(found, zone)).toBe(localTime(at, zone))
      }),
      { numRuns: 2000 },
    )
  })

  it('clocks go forward and back on the days the law says [BULK-09]', () => {
    const utc = (local: string) => momentOf(local, pacific)?.toISOString() ?? null
    expect(utc('2026-12-01T09:00')).toBe('2026-12-01T17:00:00.000Z')
    expect(utc('2026-07-01T00:00')).toBe('2026-07-01T07:00:00.000Z')
    expect(utc('2026-03-08T01:59')).toBe('2026-03-08T09:59:00.000Z')
    expect(utc('2026-03-08T02:30')).toBeNull()
    expect(utc('2026-03-08T03:00')).toBe('2026-03-08T10:00:00.000Z')
    expect(utc('2026-11-01T01:30')).toBe('2026-11-01T08:30:00.000Z')
    for (const none of ['', '2026-12-01', '2026-13-01T09:00', '2026-02-30T09:00', 'soon']) {
      expect(utc(none), none).toBeNull()
    }
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dueVisibility, localTime, momentOf } from './shown-times.ts'

const pacific = 'America/Los_Angeles'

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

it('of two times that are both over the later one holds [BULK-09]', () => {
  const [one, two, three] = [1, 2, 3].map((hour) => new Date(hour * 3_600_000))
  if (!one || !two || !three) throw new Error('three times')
  expect(dueVisibility({ from: one, until: two }, one)).toBe(true)
  expect(dueVisibility({ from: one, until: two }, three)).toBe(false)
  expect(dueVisibility({ from: two, until: null }, one)).toBeNull()
  expect(dueVisibility({ from: null, until: null }, one)).toBeNull()
})

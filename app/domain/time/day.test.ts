import { expect, it } from 'vitest'
import { yearAt } from './day.ts'

it('the year is that of the shop’s clock [LIVE-16]', () => {
  const zone = 'America/Los_Angeles'
  expect(yearAt(new Date('2027-01-01T07:59:59Z'), zone)).toBe(2026)
  expect(yearAt(new Date('2027-01-01T08:00:00Z'), zone)).toBe(2027)
})

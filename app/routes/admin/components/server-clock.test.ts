import { expect, it } from 'vitest'
import { formatAge } from './server-clock.ts'

it('shows an age in whole minutes, hours or days', () => {
  const now = Date.parse('2026-03-11T16:00:00Z')
  const age = (at: string) => formatAge(at, now)
  expect(age('2026-03-11T15:59:01Z')).toBe('just now')
  expect(age('2026-03-11T16:05:00Z')).toBe('just now')
  expect(age('2026-03-11T15:59:00Z')).toBe('1 minute ago')
  expect(age('2026-03-11T15:00:01Z')).toBe('59 minutes ago')
  expect(age('2026-03-11T15:00:00Z')).toBe('1 hour ago')
  expect(age('2026-03-09T16:01:00Z')).toBe('47 hours ago')
  expect(age('2026-03-09T16:00:00Z')).toBe('2 days ago')
})

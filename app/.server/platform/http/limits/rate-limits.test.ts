import { expect, it } from 'vitest'
import { waitText } from './rate-limits.ts'

it('says how long to wait in words, one second as one [SEC-03]', () => {
  expect([1, 2, 90, 91, 3600].map(waitText)).toEqual([
    'a second',
    '2 seconds',
    '90 seconds',
    '2 minutes',
    '60 minutes',
  ])
})

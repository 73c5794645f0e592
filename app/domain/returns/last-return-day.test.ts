import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isBusinessDay } from '../time/business-days.ts'
import { dayAt, daysFrom, plusDays } from '../time/day.ts'
import { isTooLate, lastReturnDay, tooLateMessage } from './last-return-day.ts'

const zone = 'America/Los_Angeles'

it('is counted from the day it was delivered, on the shop’s clock [RETURN-04]', () => {
  // Late in the evening in Seattle it is the next day in London already.
  const deliveredAt = new Date('2026-03-21T05:30:00Z')
  expect(lastReturnDay({ deliveredAt }, 30, zone)).toBe('2026-04-19')
  expect(isTooLate('2026-04-19', '2026-04-19')).toBe(false)
  expect(isTooLate('2026-04-19', '2026-04-20')).toBe(true)
  expect(tooLateMessage('2026-04-19', 'us@example.com')).toBe(
    'The return window ended on Sun, Apr 19. If something is wrong with it, please write to us@example.com.',
  )
})

it('is counted from the promised delivery while the day is not known [RETURN-04]', () => {
  // A Friday; three business days are Wednesday.
  const sentAt = new Date('2026-03-13T20:00:00Z')
  expect(lastReturnDay({ sentAt, shippingDays: 3 }, 30, zone)).toBe('2026-04-17')
})

it('never ends before so many days after the sending, and moves with every day more [RETURN-04]', () => {
  const anyTime = fc.date({
    min: new Date('2025-01-01'),
    max: new Date('2035-01-01'),
    noInvalidDate: true,
  })
  const shippingDays = fc.integer({ min: 1, max: 20 })
  fc.assert(
    fc.property(anyTime, shippingDays, fc.integer({ min: 1, max: 364 }), (sentAt, within, days) => {
      const last = lastReturnDay({ sentAt, shippingDays: within }, days, zone)
      const arrival = plusDays(last, -days)
      expect(isBusinessDay(arrival)).toBe(true)
      expect(daysFrom(dayAt(sentAt, zone), arrival)).toBeGreaterThanOrEqual(within)
      const longer = lastReturnDay({ sentAt, shippingDays: within }, days + 1, zone)
      expect(longer).toBe(plusDays(last, 1))
    }),
  )
})

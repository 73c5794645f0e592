import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrivalFrom } from '../fulfillment/arrival.ts'
import { isFederalHoliday } from '../time/business-days.ts'
import { dayAt } from '../time/day.ts'
import { bankMoneyBy, isBankDay, wireDueBy } from './wire-rules.ts'

function closedDays(year: number): string[] {
  return Array.from({ length: 366 }, (_, at) =>
    new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 10),
  ).filter((day) => {
    const on = new Date(day).getUTCDay()
    return day.startsWith(`${year}`) && on !== 0 && on !== 6 && !isBankDay(day)
  })
}

/** As the Federal Reserve Banks list them (frbservices.org); a Saturday's holiday closes no Friday. */
const published: Record<number, string> = {
  2026: '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
}

describe('the arrival of an order paid by bank', () => {
  const zone = 'America/Los_Angeles'
  const shop = {
    processingDays: 5,
    processingTime: '3-5 business days',
    shippingTime: '2-3 business days',
  }
  const moment = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2028-12-01'),
    noInvalidDate: true,
  })

  it('counts from the day its money is expected, and never comes before that by card [BANK-24]', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 5 }), (at, bankDays) => {
        const order = { paymentProcessingAt: at, expiresAt: wireDueBy(at, bankDays) }
        const today = dayAt(at, zone)
        for (const payBy of ['debit', 'wire'] as const) {
          const moneyOn = bankMoneyBy({ ...order, payBy }, zone)
          expect(moneyOn && moneyOn > today && isBankDay(moneyOn)).toBe(true)
          const [byBank, byCard] = [arrivalFrom(moneyOn ?? today, shop), arrivalFrom(today, shop)]
          expect(byBank && byCard && byBank.first >= byCard.first).toBe(true)
          expect(byBank && byCard && byBank.last >= byCard.last).toBe(true)
        }
        expect(bankMoneyBy({ ...order, payBy: 'card' }, zone)).toBeNull()
      }),
    )
  })
})

describe('the day a wire is due by', () => {
  it.each(Object.entries(published))('knows the bank holidays of %s [WIRE-02]', (year, days) => {
    expect(closedDays(Number(year))).toEqual(days.split(' ').map((day) => `${year}-${day}`))
  })

  it.each([
    ['a Monday noon', '2026-03-02T17:00:00Z', '2026-03-05T05:00:00Z'],
    ['a Friday evening', '2026-03-06T23:30:00Z', '2026-03-11T04:00:00Z'],
    ['a Sunday', '2026-03-08T16:00:00Z', '2026-03-11T04:00:00Z'],
    ['the evening before Thanksgiving', '2026-11-25T23:30:00Z', '2026-12-01T05:00:00Z'],
    [
      'the Friday before Independence Day on a Saturday',
      '2026-07-02T15:00:00Z',
      '2026-07-07T04:00:00Z',
    ],
    ['late on the clock of New York alone', '2026-03-03T04:30:00Z', '2026-03-05T05:00:00Z'],
  ])('of an order of %s is two bank days later [WIRE-02]', (_, placed, due) => {
    expect(wireDueBy(new Date(placed), 2)).toEqual(new Date(due))
  })

  it('leaves at least one whole bank day, whenever it was ordered [WIRE-02]', () => {
    const anyMoment = fc.date({
      min: new Date('2024-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(anyMoment, fc.integer({ min: 1, max: 5 }), (placed, days) => {
        const hours = (wireDueBy(placed, days).getTime() - placed.getTime()) / 3_600_000
        // A day, less the hour that is left out in spring; and no more than a week and two holidays.
        expect(hours).toBeGreaterThan(24 * days - 1)
        expect(hours).toBeLessThan(24 * (days + 6) + 1)
      }),
    )
  })

  it('is by one calendar with the ship-by day, but for the Friday before a Saturday’s holiday [WIRE-02]', () => {
    expect([isFederalHoliday('2026-07-03'), isBankDay('2026-07-03')]).toEqual([true, true])
    expect([isFederalHoliday('2026-11-26'), isBankDay('2026-11-26')]).toEqual([true, false])
  })
})

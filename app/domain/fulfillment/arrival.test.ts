import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBusinessDay, plusBusinessDays } from '../time/business-days.ts'
import { type Day, plusDays } from '../time/day.ts'
import {
  type Arrival,
  arrivalOfOrder,
  arrivalOfParcel,
  businessDaysOf,
  formatArrival,
} from './arrival.ts'

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => plusDays('2000-01-01', days))
const anyTimes = fc
  .record({
    processingDays: fc.integer({ min: 1, max: 40 }),
    sooner: fc.nat(40),
    onTheWay: fc.tuple(fc.nat(20), fc.nat(20)),
  })
  .map(({ processingDays, sooner, onTheWay: [least, more] }) => ({
    processingDays,
    processingTime: `${Math.max(1, processingDays - sooner)}-${processingDays} business days`,
    shippingTime: `${least}-${least + more} business days`,
  }))

type Times = { processingDays: number; processingTime: string; shippingTime: string }
const arrivalOf = (paidOn: Day, { processingDays, processingTime, shippingTime }: Times) =>
  arrivalOfOrder(
    { paidOn, shipBy: plusBusinessDays(paidOn, processingDays) },
    { processing: processingTime, shipping: shippingTime },
  )

const asPromised = {
  processingTime: '3-5 business days',
  shippingTime: '2-3 business days',
  processingDays: 5,
}

describe('when a piece arrives', () => {
  it('is counted in business days, past Thanksgiving and weekends [FACTS-05]', () => {
    // Monday before Thanksgiving: five days to send it by are Dec 1, and three more Dec 4.
    expect(arrivalOf('2026-11-23', asPromised)).toEqual({
      first: '2026-12-01',
      last: '2026-12-04',
    })
    expect(arrivalOfParcel('2026-12-23', '2-3 business days')).toEqual({
      first: '2026-12-28',
      last: '2026-12-29',
    })
  })

  it('is on business days, the first not after the last, none before it must be sent [FACTS-05]', () => {
    fc.assert(
      fc.property(anyDay, anyTimes, (today, times) => {
        const { first, last } = arrivalOf(today, times) as Arrival
        expect([first, last].every(isBusinessDay)).toBe(true)
        expect(first <= last).toBe(true)
        expect(first >= plusBusinessDays(today, times.processingDays)).toBe(true)
        expect(first > today).toBe(true)
      }),
    )
  })

  it('is never sooner for who orders later [FACTS-05]', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(30), anyTimes, (today, days, times) => {
        const [now, later] = [today, plusDays(today, days)].map((day) => arrivalOf(day, times)) as [
          Arrival,
          Arrival,
        ]
        expect(now.first <= later.first && now.last <= later.last).toBe(true)
      }),
    )
  })

  it('is not said where the shop’s words name no business days [FACTS-05]', () => {
    expect(arrivalOf('2026-11-23', { ...asPromised, shippingTime: 'about a week' })).toBeNull()
    expect(arrivalOfParcel('2026-11-23', '2-3 weeks')).toBeNull()
    // Of the processing time the number is known anyway.
    expect(arrivalOf('2026-11-23', { ...asPromised, processingTime: 'quickly' })?.first).toBe(
      '2026-12-03',
    )
  })

  it('of an order that is late leaves with its new day [FACTS-09]', () => {
    const days = { paidOn: '2026-11-23', shipBy: '2026-12-18' }
    expect(arrivalOfOrder(days, { processing: null, shipping: '2-3 business days' })).toEqual({
      first: '2026-12-22',
      last: '2026-12-23',
    })
  })

  it.each([
    ['3-5 business days', { least: 3, most: 5 }],
    ['3 to 5 Business Days', { least: 3, most: 5 }],
    ['1 business day', { least: 1, most: 1 }],
    ['usually 2–3 business days', { least: 2, most: 3 }],
    ['5-3 business days', null],
    ['5 days', null],
    ['', null],
  ])('reads %s', (text, days) => {
    expect(businessDaysOf(text)).toEqual(days)
  })

  it.each([
    ['2026-12-01', '2026-12-04', 'Dec 1–4'],
    ['2026-11-30', '2026-12-03', 'Nov 30–Dec 3'],
    ['2026-12-30', '2027-01-04', 'Dec 30–Jan 4'],
    ['2026-12-04', '2026-12-04', 'Dec 4'],
  ])('%s and %s are %s', (first, last, words) => {
    expect(formatArrival({ first, last })).toBe(words)
  })
})

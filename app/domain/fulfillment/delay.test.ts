import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBusinessDay, plusBusinessDays } from '../time/business-days.ts'
import { daysFrom, isDay, laterDay, plusDays } from '../time/day.ts'
import {
  type DelayedOrder,
  delayDateProblem,
  delayKind,
  delayRule,
  respondBy,
  silenceMessage,
} from './delay.ts'

const first: DelayedOrder = {
  promised: '2026-03-18',
  shipBy: '2026-03-18',
  wasDelayed: false,
  awaitedUntil: null,
}
const today = '2026-03-12'

const anyDay = fc.integer({ min: 0, max: 5000 }).map((days) => plusDays('2024-01-01', days))
const anyDelay = fc
  .record({
    promised: anyDay,
    moved: fc.integer({ min: 0, max: 90 }),
    awaited: fc.option(fc.integer({ min: -10, max: 60 })),
    todayAfter: fc.integer({ min: -60, max: 60 }),
    further: fc.integer({ min: 1, max: 250 }),
  })
  .map(({ promised, moved, awaited, todayAfter, further }) => {
    const shipBy = plusDays(promised, moved)
    const now = plusDays(shipBy, todayAfter)
    const order = {
      promised,
      shipBy,
      wasDelayed: moved > 0,
      awaitedUntil: moved > 0 && awaited !== null ? plusDays(now, awaited) : null,
    }
    const from = laterDay(now, shipBy)
    return { order, now, revised: plusBusinessDays(from, further) }
  })

describe('what silence about a delay means, 16 CFR 435.2(b)', () => {
  it.each([
    ['a day later', first, '2026-03-19', 'short', null],
    ['30 days later', first, '2026-04-17', 'short', null],
    ['33 days later', first, '2026-04-20', 'long', '2026-04-17'],
    ['a second time', { ...first, wasDelayed: true }, '2026-03-19', 'renewed', '2026-03-18'],
    [
      'a second time, the first not answered',
      { ...first, shipBy: '2026-05-01', wasDelayed: true, awaitedUntil: '2026-04-17' },
      '2026-05-04',
      'renewed',
      '2026-04-17',
    ],
    ['told too late', { ...first, shipBy: '2026-03-11' }, '2026-04-17', 'late', '2026-03-23'],
    ['told too late, soon', { ...first, shipBy: '2026-03-11' }, '2026-03-13', 'late', '2026-03-13'],
  ] as const)('%s [DELAY-01]', (_, order, revised, kind, until) => {
    expect(delayKind(order, revised, today)).toBe(kind)
    expect(respondBy(order, revised, today)).toBe(until)
  })

  it('is consent only about a first delay of at most 30 days, told in time [DELAY-01]', () => {
    fc.assert(
      fc.property(anyDelay, ({ order, now, revised }) => {
        const until = respondBy(order, revised, now)
        const isShort = daysFrom(order.promised, revised) <= 30
        expect(until === null).toBe(isShort && !order.wasDelayed && now <= order.shipBy)
        expect(until === null).toBe(delayRule[delayKind(order, revised, now)].silence === 'keeps')
        expect(silenceMessage(until)).toMatch(
          until === null ? /don’t need to reply/ : /we’ll cancel it/,
        )
      }),
    )
  })

  it('cancels within 30 days of the promise, or before the day told last, never after the new one [DELAY-01]', () => {
    fc.assert(
      fc.property(anyDelay, ({ order, now, revised }) => {
        const until = respondBy(order, revised, now)
        if (until === null) return
        expect(until <= revised).toBe(true)
        if (now > order.shipBy) return
        if (order.wasDelayed) expect(until <= order.shipBy).toBe(true)
        else expect(daysFrom(order.promised, until)).toBe(30)
      }),
    )
  })

  it('a longer delay never makes silence mean more than a shorter one [DELAY-01]', () => {
    fc.assert(
      fc.property(anyDelay, fc.integer({ min: 1, max: 60 }), ({ order, now, revised }, more) => {
        const longer = respondBy(order, plusBusinessDays(revised, more), now)
        if (longer === null) expect(respondBy(order, revised, now)).toBeNull()
      }),
    )
  })
})

describe('the new day', () => {
  it.each([
    ['2026-03-11', /isn’t a delay: the order is due to ship by Wed, Mar 18/],
    ['2026-03-18', /isn’t a delay/],
    ['2026-03-21', /Sat, Mar 21 isn’t a business day/],
    ['2026-05-25', /Mon, May 25 isn’t a business day/],
    ['2027-03-16', /more than a year away/],
    ['2026-03-19', null],
  ])('%s is refused in a sentence, or taken [DELAY-02]', (day, sentence) => {
    const why = delayDateProblem(first, day, today)
    if (sentence) expect(why).toMatch(sentence)
    else expect(why).toBeNull()
  })

  it('of a late order is in the future [DELAY-02]', () => {
    expect(delayDateProblem(first, '2026-03-20', '2026-03-20')).toMatch(/isn’t in the future/)
    expect(delayDateProblem(first, '2026-03-23', '2026-03-20')).toBeNull()
  })

  it('is taken only where it is a later working day [DELAY-02]', () => {
    fc.assert(
      fc.property(anyDelay, anyDay, ({ order, now }, day) => {
        if (delayDateProblem(order, day, now) !== null) return
        expect(day > order.shipBy && day > now && isBusinessDay(day)).toBe(true)
      }),
    )
  })

  it.each([
    ['2026-02-28', true],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['26-02-28', false],
    ['', false],
  ])('%j is a day of the calendar: %s [DELAY-02]', (text, is) => {
    expect(isDay(text)).toBe(is)
  })
})

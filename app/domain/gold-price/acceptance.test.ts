import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPerOunce, goldPrice } from '#tests/support/gold-prices.ts'
import { decide, isPlausible, isProtected, protectionMs } from './acceptance.ts'
import { defaultGoldPrice, handSet } from './gold-price.ts'
import type { PricePerOunce } from './rates.ts'

const now = new Date('2026-03-11T16:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const market = { ...goldPrice({ takenAt: ago(30 * 60_000) }), lastUpdated: ago(30 * 60_000) }
const ounces = (rate: number) => rate as PricePerOunce

const decideOn = (perOunce: number, current = market, more = {}) =>
  decide({
    reading: { perOunce, takenAt: now },
    current,
    lastMarket: current.perOunce,
    now,
    ...more,
  }).outcome

describe('a fetched price', () => {
  it('is accepted up to exactly 10% either way, and held beyond it [LIVE-03]', () => {
    const current = { ...market, perOunce: ounces(40_000_000) }
    expect(decideOn(44_000_000, current)).toBe('accept')
    expect(decideOn(44_000_001, current)).toBe('hold')
    expect(decideOn(36_000_000, current)).toBe('accept')
    expect(decideOn(35_999_999, current)).toBe('hold')
  })

  it('is held exactly when it moves over 10%, whatever the price [LIVE-03]', () => {
    fc.assert(
      fc.property(anyPerOunce, anyPerOunce, (from, to) => {
        const tooFar = BigInt(Math.abs(to - from)) * 10n > BigInt(from)
        expect(decideOn(to, { ...market, perOunce: from })).toBe(tooFar ? 'hold' : 'accept')
      }),
    )
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -50_000])(
    'is refused when it is %s, even over the default record [LIVE-03]',
    (perOunce) => {
      expect(decideOn(perOunce)).toBe('refuse')
      const fresh = { ...defaultGoldPrice, lastUpdated: now }
      expect(decideOn(perOunce, fresh)).toBe('refuse')
    },
  )

  it('is never held against the default record, which nobody ever accepted [LIVE-03]', () => {
    fc.assert(
      fc.property(anyPerOunce, (perOunce) => {
        const fresh = { ...defaultGoldPrice, lastUpdated: now }
        expect(decideOn(perOunce, fresh, { lastMarket: null })).toBe('accept')
      }),
    )
  })

  it('is compared with the last accepted market price, not with one set by hand [LIVE-03]', () => {
    const byHand = {
      ...goldPrice({ source: handSet, perOunce: ounces(60_000_000) }),
      lastUpdated: ago(protectionMs),
    }
    expect(decideOn(40_100_000, byHand, { lastMarket: 40_000_000 })).toBe('accept')
    expect(decideOn(60_000_000, byHand, { lastMarket: 40_000_000 })).toBe('hold')
    expect(decideOn(40_100_000, byHand, { lastMarket: null })).toBe('hold')
  })

  it('never replaces a newer market price [LIVE-07]', () => {
    const reading = { perOunce: market.perOunce, takenAt: ago(31 * 60_000) }
    const lastMarket = market.perOunce
    expect(decide({ reading, current: market, lastMarket, now }).outcome).toBe('keep')
  })
})

describe('an exact price set by hand', () => {
  const setBefore = (ms: number) => ({
    ...goldPrice({ source: handSet, takenAt: ago(ms) }),
    lastUpdated: ago(ms),
  })

  it('is kept while it is younger than two hours [GOLD-19]', () => {
    expect(decideOn(40_900_000, setBefore(0))).toBe('keep')
    expect(decideOn(40_900_000, setBefore(7_199_999))).toBe('keep')
  })

  it('is overwritten at exactly two hours and after [GOLD-20]', () => {
    expect(decideOn(40_900_000, setBefore(7_200_000))).toBe('accept')
    expect(decideOn(40_900_000, setBefore(7_200_001))).toBe('accept')
  })

  it('is protected for all ages below 72e5 ms and for none from there on [GOLD-19, GOLD-20]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 14_400_000 }), (age) => {
        expect(isProtected(handSet, ago(age), now)).toBe(age < 72e5)
      }),
    )
  })

  it('gives way at once where staff asked for the market price [GOLD-19]', () => {
    expect(decideOn(40_900_000, setBefore(0), { askedByStaff: true })).toBe('accept')
  })

  it('is the only one protected: `admin` and feeds are not [GOLD-19]', () => {
    for (const source of ['admin', 'gold-api', 'website']) {
      expect(isProtected(source, now, now)).toBe(false)
    }
  })
})

it('believes no feed beyond $200 and $200,000 an ounce', () => {
  expect([1_999_999, 2_000_000, 2_000_000_000, 2_000_000_001].map(isPlausible)).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isPlausible(Number.NaN)).toBe(false)
})

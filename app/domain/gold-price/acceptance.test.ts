import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPerOunce, goldPrice } from '#tests/support/gold-prices.ts'
import {
  agrees,
  dayMs,
  decide,
  isFarFromMarket,
  isPlausible,
  isProtected,
  needsSecondSource,
  protectionMs,
} from './acceptance.ts'
import { movedBy } from './daily-moves.ts'
import { defaultGoldPrice, handSet } from './gold-price.ts'
import type { PricePerGram, PricePerOunce } from './rates.ts'

const now = new Date('2026-03-11T16:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const market = { ...goldPrice({ takenAt: ago(30 * 60_000) }), lastUpdated: ago(30 * 60_000) }
const ounces = (rate: number) => rate as PricePerOunce
const grams = (rate: number) => rate as PricePerGram

const decideOn = (perOunce: number, current = market, more = {}) =>
  decide({
    reading: { perOunce, takenAt: now },
    current,
    lastMarket: current.perOunce,
    dayRange: null,
    second: undefined,
    now,
    movedToday: 0,
    mustAgree: false,
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

  it('is held beyond 10% from the last market price or from the price set by hand [LIVE-03]', () => {
    const byHand = {
      ...goldPrice({ source: handSet, perOunce: ounces(43_000_000) }),
      lastUpdated: ago(protectionMs),
    }
    const becomes = (perOunce: number, lastMarket: number | null, more = {}) =>
      decideOn(perOunce, byHand, { lastMarket, ...more })
    expect(becomes(40_100_000, 40_000_000)).toBe('accept')
    // Near the one and far from the other, both ways.
    expect(becomes(38_600_000, 40_000_000)).toBe('hold')
    expect(becomes(45_000_000, 40_000_000)).toBe('hold')
    expect(becomes(38_600_000, null)).toBe('hold')
    // Staff who ask for the market price want that price to replace theirs, and no other.
    expect(becomes(38_600_000, 40_000_000, { askedByStaff: true })).toBe('accept')
    expect(becomes(45_000_000, 40_000_000, { askedByStaff: true })).toBe('hold')
  })

  it('never replaces a newer market price [LIVE-07]', () => {
    const reading = { perOunce: market.perOunce, takenAt: ago(31 * 60_000) }
    const lastMarket = market.perOunce
    const rest = {
      lastMarket,
      dayRange: null,
      second: undefined,
      now,
      movedToday: 0,
      mustAgree: false,
    }
    expect(decide({ reading, current: market, ...rest }).outcome).toBe('keep')
  })
})

describe('a fetched price that moves over 3% [LIVE-10]', () => {
  const from = { ...market, perOunce: ounces(40_000_000) }
  const told = (perOunce: number, second: number | null | undefined) =>
    decideOn(perOunce, from, { second })

  it('needs another source that agrees, where one is configured', () => {
    expect(told(41_200_000, null)).toBe('accept')
    expect(told(41_200_001, null)).toBe('hold')
    expect(told(38_799_999, null)).toBe('hold')
    expect(told(38_799_999, 40_000_000)).toBe('hold')
    expect(told(38_799_999, 38_700_000)).toBe('accept')
    // The only source there is may go on to 10%.
    expect(told(38_799_999, undefined)).toBe('accept')
  })

  it('needs one in just these cases', () => {
    fc.assert(
      fc.property(fc.integer({ min: 36_000_000, max: 44_000_000 }), (perOunce) => {
        const yardsticks = { current: from, lastMarket: from.perOunce, dayRange: null }
        const needs = needsSecondSource(perOunce, yardsticks)
        expect(told(perOunce, null)).toBe(needs ? 'hold' : 'accept')
      }),
    )
  })

  it('is confirmed by a price within 3% of it, either way', () => {
    expect(agrees(40_000_000, ounces(41_200_000))).toBe(true)
    expect(agrees(40_000_000, ounces(41_200_001))).toBe(false)
    expect(agrees(40_000_000, ounces(38_799_999))).toBe(false)
    expect(agrees(40_000_000, null)).toBe(false)
  })
})

describe('fetched prices of one day [LIVE-09]', () => {
  /** What feeds report one after another, in steps of so many minutes: prices and second opinions. */
  type Told = {
    minutes: number
    /** Of the price before, mostly near it, so that much is accepted. */
    step: number
    second: 'agrees' | 'disagrees' | 'none'
    byStaff: boolean
  }
  const anyDay = fc.array(
    fc.record<Told>({
      minutes: fc.integer({ min: 1, max: 180 }),
      step: fc.oneof(
        fc.double({ min: 0.9, max: 1.1, noNaN: true }),
        fc.constantFrom(0.901, 0.971, 1.029, 1.099, 0.5, 2),
      ),
      second: fc.constantFrom('agrees', 'disagrees', 'none'),
      byStaff: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  type Accepted = { at: number; perOunce: PricePerOunce; confirmed: boolean }

  const stepsSince = (accepted: readonly Accepted[], since: number) =>
    accepted.slice(1).flatMap(({ at, perOunce: to }, index) => {
      const from = accepted[index]?.perOunce
      return from !== undefined && at >= since ? [{ from, to }] : []
    })

  function acceptedOf(day: readonly Told[]): Accepted[] {
    let at = now.getTime()
    const accepted: Accepted[] = [{ at, perOunce: ounces(40_000_000), confirmed: false }]
    for (const { minutes, step, second, byStaff } of day) {
      at += minutes * 60_000
      const last = accepted.at(-1) as Accepted
      const perOunce = ounces(Math.max(1, Math.round(last.perOunce * step)))
      const recent = accepted.filter((one) => one.at >= at - dayMs).map((one) => one.perOunce)
      const movedToday = movedBy(stepsSince(accepted, at - dayMs))
      const { outcome } = decide({
        reading: { perOunce, takenAt: new Date(at) },
        current: { ...market, ...last, takenAt: new Date(last.at), lastUpdated: new Date(last.at) },
        lastMarket: last.perOunce,
        dayRange: recent.length
          ? { low: ounces(Math.min(...recent)), high: ounces(Math.max(...recent)) }
          : null,
        second: { agrees: perOunce, disagrees: ounces(perOunce * 2), none: undefined }[second],
        now: new Date(at),
        movedToday,
        mustAgree: false,
        askedByStaff: byStaff,
      })
      if (outcome === 'accept') accepted.push({ at, perOunce, confirmed: second === 'agrees' })
    }
    return accepted
  }

  it('never move over 10% without a second source, nor over 20% without staff', () => {
    let seen = 0
    fc.assert(
      fc.property(anyDay, (day) => {
        const accepted = acceptedOf(day)
        for (const [index, later] of accepted.entries()) {
          for (const earlier of accepted.slice(0, index)) {
            if (later.at - earlier.at > dayMs) continue
            const moved = Math.abs(later.perOunce - earlier.perOunce) * 100
            expect(moved).toBeLessThanOrEqual(earlier.perOunce * (later.confirmed ? 20 : 10))
            seen += 1
          }
        }
      }),
      { numRuns: 300 },
    )
    expect(seen).toBeGreaterThan(1000)
  })

  it('never sum up to over 15% in steps of half a percent and more [FEED-02]', () => {
    let steps = 0
    fc.assert(
      fc.property(anyDay, (day) => {
        const accepted = acceptedOf(day)
        for (const { at } of accepted) {
          const until = accepted.filter((one) => one.at <= at)
          const within = stepsSince(until, at - dayMs)
          expect(movedBy(within)).toBeLessThanOrEqual(1500)
          steps += within.length
        }
      }),
      { numRuns: 300 },
    )
    expect(steps).toBeGreaterThan(1000)
  })

  it('are not held for noise, however often they are fetched [FEED-02]', () => {
    const noise = Array.from({ length: 60 }, (_, at) => ({
      minutes: 1,
      step: at % 2 ? 1.004 : 0.9961,
      second: 'none' as const,
      byStaff: false,
    }))
    expect(acceptedOf(noise)).toHaveLength(61)
  })

  it('stop falling in steps of 9.9%, no matter who reports them', () => {
    const step = { minutes: 30, step: 0.901, byStaff: false }
    const lowest = (second: 'none' | 'agrees') =>
      acceptedOf(Array.from({ length: 12 }, () => ({ ...step, second }))).at(-1)?.perOunce
    expect(lowest('none')).toBe(36_040_000)
    // The second step would take the day over 15%.
    expect(lowest('agrees')).toBe(36_040_000)
  })
})

describe('where real cards are charged [FEED-01]', () => {
  const from = { ...market, perOunce: ounces(40_000_000) }
  const live = (perOunce: number, second: number | null | undefined, current = from) =>
    decideOn(perOunce, current, { second, mustAgree: true })

  it('a price is held unless a second source lies within 1% of it', () => {
    expect(live(40_100_000, 40_501_000)).toBe('accept')
    expect(live(40_100_000, 40_501_001)).toBe('hold')
    expect(live(40_100_000, 39_699_000)).toBe('accept')
    expect(live(40_100_000, 39_698_999)).toBe('hold')
    expect(live(40_100_000, null)).toBe('hold')
    expect(live(40_100_000, undefined)).toBe('hold')
  })

  it('that holds of the first price of all, too, and of one that staff ask for', () => {
    const fresh = { ...defaultGoldPrice, lastUpdated: now }
    const first = (second: number | null) =>
      decideOn(40_000_000, fresh, { lastMarket: null, second, mustAgree: true, askedByStaff: true })
    expect(first(40_000_000)).toBe('accept')
    expect(first(null)).toBe('hold')
  })

  it('the very price there is, told again, changes nothing and is not held', () => {
    const again = { ...from, takenAt: now }
    expect(live(40_000_000, null, again)).toBe('accept')
    expect(live(40_000_001, null, again)).toBe('hold')
  })

  it('nothing is accepted that would be held where none are charged', () => {
    fc.assert(
      fc.property(anyPerOunce, anyPerOunce, fc.option(anyPerOunce), (to, before, second) => {
        const current = { ...market, perOunce: before }
        const inTest = decideOn(to, current, { second })
        if (inTest !== 'accept')
          expect(decideOn(to, current, { second, mustAgree: true })).toBe(inTest)
      }),
    )
  })
})

it('asks staff again about a price over 10% from the market [GADM-18]', () => {
  const far = [899_999, 900_000, 1_100_000, 1_100_001].map((rate) =>
    isFarFromMarket(grams(1_000_000), grams(rate)),
  )
  expect(far).toEqual([true, false, false, true])
})

describe('a clock that stepped back [LIVE-11]', () => {
  const ahead = new Date(now.getTime() + 3 * 3_600_000)

  it('keeps no market price of its future from being replaced', () => {
    const current = { ...goldPrice({ takenAt: ahead }), lastUpdated: ahead }
    expect(decideOn(40_900_000, current)).toBe('accept')
  })

  it('protects no price set by hand in its future', () => {
    expect(isProtected(handSet, ahead, now)).toBe(false)
    // Clocks of two machines are never quite the same.
    expect(isProtected(handSet, new Date(now.getTime() + 300_000), now)).toBe(true)
    expect(isProtected(handSet, new Date(now.getTime() + 300_001), now)).toBe(false)
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

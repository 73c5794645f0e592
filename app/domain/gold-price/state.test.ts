import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goldPrice } from '#tests/support/gold-prices.ts'
import { defaultGoldPrice, goldPriceStates, handSet } from './gold-price.ts'
import { openMsBetween } from './market-hours.ts'
import { mayQuote, stateOf } from './state.ts'

const hours = (count: number) => count * 3_600_000
const limits = { refreshMs: 1_800_000, liveMinutes: 60, maxAgeHours: 24 }
const wednesdayNoon = new Date('2026-03-11T16:00:00Z')
const saturday = new Date('2026-03-14T16:00:00Z')
const fridayClose = new Date('2026-03-13T21:00:00Z')

function state(gold: Parameters<typeof stateOf>[0]['gold'], now = wednesdayNoon, held = false) {
  return stateOf({ gold, held, now, ...limits })
}
const from = (source: string, age: number, now = wednesdayNoon) =>
  goldPrice({ source, takenAt: new Date(now.getTime() - age) })

describe('the state of a price [LIVE-02]', () => {
  it('is indicative on the default record, whatever else holds', () => {
    expect(state(defaultGoldPrice)).toBe('indicative')
    expect(state(defaultGoldPrice, saturday, true)).toBe('indicative')
  })

  it('is set by hand in its two hours, even over a price that waits', () => {
    expect(state(from(handSet, hours(2) - 1), wednesdayNoon, true)).toBe('set by hand')
    expect(state(from(handSet, hours(2)), wednesdayNoon, true)).toBe('held')
  })

  it('stays set by hand until a feed replaces it or it is too old to sell at', () => {
    expect(state(from(handSet, hours(3)))).toBe('set by hand')
    expect(state(from('admin', hours(3)))).toBe('set by hand')
    expect(state(from(handSet, hours(24) + 1))).toBe('stale')
  })

  it('is held while a newer price waits for staff', () => {
    expect(state(from('gold-api', 0), wednesdayNoon, true)).toBe('held')
  })

  it('is live for two refreshes, then stale', () => {
    expect(state(from('gold-api', 0))).toBe('live')
    expect(state(from('gold-api', hours(1)))).toBe('live')
    expect(state(from('gold-api', hours(1) + 1))).toBe('stale')
  })

  it('is live for no longer than is set, however seldom it is fetched [FEED-05]', () => {
    const seldom = (age: number, liveMinutes: number) => {
      const gold = from('gold-api', age)
      const rare = { ...limits, refreshMs: hours(12), liveMinutes }
      return stateOf({ gold, held: false, now: wednesdayNoon, ...rare })
    }
    expect(seldom(hours(1), 60)).toBe('live')
    expect(seldom(hours(1) + 1, 60)).toBe('stale')
    expect(seldom(hours(2), 120)).toBe('live')
    expect(seldom(hours(0.5) + 1, 30)).toBe('stale')
  })

  it('is never live beyond that time, nor for longer than without it [FEED-05]', () => {
    const seconds = fc.integer({ min: 0, max: 48 * 3600 })
    const minutes = fc.integer({ min: 5, max: 1440 })
    fc.assert(
      fc.property(seconds, seconds, minutes, (age, refresh, liveMinutes) => {
        const gold = from('gold-api', age * 1000)
        const at = (most: number) => {
          const asked = { ...limits, refreshMs: refresh * 1000, liveMinutes: most }
          return stateOf({ gold, held: false, now: wednesdayNoon, ...asked })
        }
        if (at(liveMinutes) !== 'live') return
        expect(openMsBetween(gold.takenAt, wednesdayNoon)).toBeLessThanOrEqual(liveMinutes * 60_000)
        expect(at(Number.POSITIVE_INFINITY)).toBe('live')
      }),
    )
  })

  it('is market closed on the price of the last close', () => {
    const atClose = goldPrice({ takenAt: fridayClose })
    expect(state(atClose, fridayClose)).toBe('market closed')
    expect(state(atClose, saturday)).toBe('market closed')
    expect(state(goldPrice({ takenAt: new Date('2026-03-13T20:30:00Z') }), saturday)).toBe(
      'market closed',
    )
  })

  it('is stale on a shut market when the price missed the close', () => {
    expect(state(goldPrice({ takenAt: new Date('2026-03-13T19:59:00Z') }), saturday)).toBe('stale')
  })

  it('allows feeds a lag where refreshes are quick', () => {
    const gold = from('gold-api', hours(0.25))
    expect(
      stateOf({
        gold,
        held: false,
        now: wednesdayNoon,
        refreshMs: 1000,
        liveMinutes: 60,
        maxAgeHours: 24,
      }),
    ).toBe('live')
  })

  it('is stale where a clock that stepped back left the price in the future [LIVE-11]', () => {
    expect(state(from('gold-api', -300_000))).toBe('live')
    for (const source of ['gold-api', 'admin', handSet]) {
      expect(state(from(source, -300_001))).toBe('stale')
      expect(state(from(source, -hours(48)))).toBe('stale')
    }
    expect(state(from('gold-api', -hours(1)), saturday)).toBe('stale')
  })

  it('is total: one of the six for any source, age, hold and moment', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('gold-api', 'website', 'admin', handSet, 'fallback', 'anything'),
        fc.integer({ min: -hours(1), max: hours(400) }),
        fc.boolean(),
        fc.integer({ min: 0, max: hours(24 * 365) }),
        (source, age, held, later) => {
          const now = new Date(wednesdayNoon.getTime() + later)
          expect(goldPriceStates).toContain(state(from(source, age, now), now, held))
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('quoting with a live payment key [LIVE-08]', () => {
  const quoted = (
    gold: Parameters<typeof mayQuote>[0]['gold'],
    { now = wednesdayNoon, held = false, livePayments = true } = {},
  ) =>
    mayQuote({
      gold,
      state: stateOf({ gold, held, now, ...limits }),
      livePayments,
      now,
      maxAgeHours: limits.maxAgeHours,
    })

  it('goes on a price up to its limit of age, and not beyond it', () => {
    expect(quoted(from('gold-api', hours(24)))).toBe(true)
    expect(quoted(from('gold-api', hours(24) + 1))).toBe(false)
    expect(quoted(from(handSet, hours(24) + 1))).toBe(false)
  })

  it('does not go on the default record or a held price', () => {
    expect(quoted(defaultGoldPrice)).toBe(false)
    expect(quoted(from('gold-api', 0), { held: true })).toBe(false)
  })

  it('does not go on a price from the future, whose age nobody knows [LIVE-11]', () => {
    expect(quoted(from('gold-api', -300_000))).toBe(true)
    expect(quoted(from('gold-api', -300_001))).toBe(false)
    expect(quoted(from(handSet, -hours(1)))).toBe(false)
  })

  it('goes on through a weekend with the price of its Friday', () => {
    const atClose = goldPrice({ takenAt: fridayClose })
    const sundayBeforeOpening = new Date('2026-03-15T21:59:59Z')
    expect(quoted(atClose, { now: saturday })).toBe(true)
    expect(quoted(atClose, { now: sundayBeforeOpening })).toBe(true)
    const opening = Date.parse('2026-03-15T22:00:00Z')
    expect(quoted(atClose, { now: new Date(opening + hours(24)) })).toBe(true)
    expect(quoted(atClose, { now: new Date(opening + hours(24) + 1) })).toBe(false)
  })

  it.each([
    ['2026-03-06T22:00:00Z', '2026-03-08T22:00:00Z', 'spring: an hour less'],
    ['2026-10-30T21:00:00Z', '2026-11-01T23:00:00Z', 'autumn: an hour more'],
  ])(
    'goes on through the weekend from %s to %s, in which the clocks change (%s) [LIVE-02]',
    (close, open) => {
      const atClose = goldPrice({ takenAt: new Date(close) })
      const opening = Date.parse(open)
      for (const time of [Date.parse(close), Date.parse(close) + hours(24), opening - 1]) {
        expect(state(atClose, new Date(time))).toBe('market closed')
        expect(quoted(atClose, { now: new Date(time) })).toBe(true)
      }
      expect(state(atClose, new Date(opening))).toBe('live')
      expect(state(atClose, new Date(opening + hours(1) + 1))).toBe('stale')
      expect(quoted(atClose, { now: new Date(opening + hours(23)) })).toBe(true)
      expect(quoted(atClose, { now: new Date(opening + hours(24)) })).toBe(true)
      expect(quoted(atClose, { now: new Date(opening + hours(24) + 1) })).toBe(false)
    },
  )

  it('does not excuse a price by the weekend that was too old before it', () => {
    const thursday = goldPrice({ takenAt: new Date('2026-03-12T20:59:00Z') })
    expect(quoted(thursday, { now: saturday })).toBe(false)
  })

  it('goes on everything with test payments, so that a shop without network can be tried', () => {
    expect(quoted(defaultGoldPrice, { livePayments: false })).toBe(true)
    expect(quoted(from('gold-api', hours(99)), { livePayments: false, held: true })).toBe(true)
  })
})

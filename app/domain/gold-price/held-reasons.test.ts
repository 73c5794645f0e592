import { expect, it } from 'vitest'
import { goldPrice } from '#tests/support/gold-prices.ts'
import { decide } from './acceptance.ts'
import { defaultGoldPrice, handSet } from './gold-price.ts'
import type { PricePerOunce } from './rates.ts'

const now = new Date('2026-03-11T16:00:00Z')
const ounces = (rate: number) => rate as PricePerOunce
const earlier = new Date('2026-03-11T12:00:00Z')
const from = {
  ...goldPrice({ perOunce: ounces(40_000_000), takenAt: earlier }),
  lastUpdated: earlier,
}
const byHand = { ...from, source: handSet }
const day = { low: ounces(30_000_000), high: ounces(40_000_000) }

it.each([
  ['a jump', 50_000_000, {}],
  ['a fall from a price set by hand', 35_000_000, { current: byHand, lastMarket: ounces(36e6) }],
  ['no second source', 41_900_000, { second: null }],
  ['far from a price of the day', 40_000_000, { dayRange: day }],
  ['no second source where real cards are charged', 40_100_000, { mustAgree: true }],
  [
    'the first of all there',
    40_100_000,
    { current: { ...defaultGoldPrice, lastUpdated: earlier }, mustAgree: true },
  ],
  ['too many moves', 40_900_000, { movedToday: 1490, second: ounces(40_900_000) }],
  ['one that was withdrawn', 40_900_000, { withdrawn: [ounces(40_900_000)] }],
])('says of %s why it is held, after the word "it" [FEED-07]', (_what, perOunce, more) => {
  const decision = decide({
    reading: { perOunce, takenAt: now },
    current: from,
    lastMarket: from.perOunce,
    dayRange: null,
    second: undefined,
    now,
    movedToday: 0,
    mustAgree: false,
    ...more,
  })
  if (decision.outcome !== 'hold') throw new Error(decision.outcome)
  expect(decision.reason).toMatch(/^(moves|lies|has|takes|is close to) /)
})

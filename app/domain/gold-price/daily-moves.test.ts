import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyPerOunce } from '#tests/support/gold-prices.ts'
import { exceedsDailyCap, movedBy } from './daily-moves.ts'
import type { PricePerOunce } from './rates.ts'

const from = 40_000_000 as PricePerOunce

it('sums up how far prices moved, up and down alike, rounded up [FEED-02]', () => {
  expect(movedBy([{ from, to: 41_000_000 }])).toBe(250)
  expect(movedBy([{ from, to: 39_000_000 }])).toBe(250)
  expect(movedBy([{ from, to: 41_000_001 }])).toBe(251)
  expect(
    movedBy([
      { from, to: 41_000_000 },
      { from, to: 39_000_000 },
    ]),
  ).toBe(500)
  // Below half a percent it is noise.
  expect(movedBy([{ from, to: 40_196_000 }])).toBe(0)
  expect(movedBy([{ from, to: 40_196_001 }])).toBe(50)
})

it('lets a day have exactly 15%, and no more but noise [FEED-02]', () => {
  expect(exceedsDailyCap(1250, { from, to: 41_000_000 })).toBe(false)
  expect(exceedsDailyCap(1251, { from, to: 41_000_000 })).toBe(true)
  expect(exceedsDailyCap(1500, { from, to: 40_196_000 })).toBe(false)
  expect(exceedsDailyCap(1500, { from, to: 39_800_000 })).toBe(true)
})

it('is never less for a further step, and no way round is shorter [FEED-02]', () => {
  fc.assert(
    fc.property(anyPerOunce, anyPerOunce, anyPerOunce, (one, two, three) => {
      const straight = movedBy([{ from: one, to: two }])
      const further = movedBy([
        { from: one, to: two },
        { from: two, to: three },
      ])
      expect(further).toBeGreaterThanOrEqual(straight)
    }),
  )
})

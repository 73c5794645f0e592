import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PricePerGram } from '../gold-price/rates.ts'
import { cents } from '../money/cents.ts'
import { exposureOf, isBeyond } from './exposure.ts'

const rate = (dollars: number) => Math.round(dollars * 10_000) as PricePerGram

it('is what uncovered grams cost more now than they were sold for, rounded once [METAL-08]', () => {
  const uncovered = [
    { mg: 28_900, soldAt: rate(130) },
    { mg: 57_500, soldAt: rate(128.5555) },
  ]
  expect(exposureOf(uncovered, rate(133.2))).toBe(9248 + 26_706)
  expect(exposureOf(uncovered, rate(120))).toBe(-(28_900 + 49_194))
  expect(exposureOf([], rate(133.2))).toBe(0)
  fc.assert(
    fc.property(fc.nat(1e8), fc.nat(5e6), fc.nat(5e6), (mg, soldAt, now) => {
      const one = exposureOf([{ mg, soldAt: soldAt as PricePerGram }], now as PricePerGram)
      const other = exposureOf([{ mg, soldAt: now as PricePerGram }], soldAt as PricePerGram)
      expect(one + other).toBe(0)
    }),
  )
})

it('warns beyond a limit, and not again before it fell well below [METAL-09]', () => {
  const limits = { loss: cents(50_000), grams: 100_000 }
  const calm = { loss: cents(50_000), toBuy: 100_000 }
  expect(isBeyond(false, calm, limits)).toBe(false)
  expect(isBeyond(false, { ...calm, loss: cents(50_001) }, limits)).toBe(true)
  expect(isBeyond(false, { ...calm, toBuy: 100_001 }, limits)).toBe(true)
  // It trembles around the limit: still the same warning.
  expect(isBeyond(true, { loss: cents(49_000), toBuy: 0 }, limits)).toBe(true)
  expect(isBeyond(true, { loss: cents(45_000), toBuy: 90_000 }, limits)).toBe(false)
  const none = { loss: null, grams: null }
  expect(isBeyond(false, { loss: cents(9_000_000), toBuy: 9_000_000 }, none)).toBe(false)
  expect(isBeyond(true, { loss: cents(9_000_000), toBuy: 9_000_000 }, none)).toBe(false)
})

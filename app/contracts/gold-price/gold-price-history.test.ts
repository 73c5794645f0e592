import fc from 'fast-check'
import { expect, it } from 'vitest'
import { perOunceOf } from '#app/domain/gold-price/rates.ts'
import { anyPerGram } from '#tests/support/gold-prices.ts'
import { readGoldHistory, writeGoldHistory } from './gold-price-history.ts'

it('is read as it was written, to the last place [LIVE-06]', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), anyPerGram)), (points) => {
      const prices = points.map(([at, perGram]) => ({ at, perGram, perOunce: perOunceOf(perGram) }))
      expect(readGoldHistory(JSON.parse(JSON.stringify(writeGoldHistory(prices))))).toEqual(prices)
    }),
  )
})

it('is read without the points that are no price', () => {
  const points = [
    { at: '2026-03-11T16:00:00.000Z', price: '4083.1991', pricePerGram: '131.2778' },
    { at: 'yesterday', price: '1', pricePerGram: '1' },
    { at: '2026-03-11T17:00:00.000Z', price: 'NaN', pricePerGram: '1' },
    { at: '2026-03-11T17:00:00.000Z', price: '0', pricePerGram: '0' },
  ]
  expect(readGoldHistory({ points })).toEqual([
    { at: Date.UTC(2026, 2, 11, 16), perOunce: 40_831_991, perGram: 1_312_778 },
  ])
  expect(() => readGoldHistory({ error: { code: 'shop_unavailable' } })).toThrow()
})

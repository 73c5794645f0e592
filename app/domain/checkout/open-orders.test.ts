import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyPerGram } from '#tests/support/gold-prices.ts'
import type { PricePerGram } from '../gold-price/rates.ts'
import { lockHolds } from './open-orders.ts'

it('the fair lock holds for a shopper’s one quote, whatever gold did [OPEN-02, QUOTE-04]', () => {
  fc.assert(
    fc.property(anyPerGram, anyPerGram, (quoted, today) => {
      expect(lockHolds({ quoted, today, otherOrders: 0 })).toBe(true)
    }),
  )
})

it('for several it holds unless gold rose over 1%, and never ends because it fell [OPEN-02]', () => {
  fc.assert(
    fc.property(anyPerGram, anyPerGram, fc.integer({ min: 1, max: 9 }), (quoted, today, others) => {
      const rose = BigInt(today - quoted) * 100n > BigInt(quoted)
      expect(lockHolds({ quoted, today, otherOrders: others })).toBe(!rose)
    }),
  )
  const from = 1_300_000 as PricePerGram
  const at = (today: number) =>
    lockHolds({ quoted: from, today: today as PricePerGram, otherOrders: 1 })
  expect([1_200_000, 1_313_000, 1_313_001].map(at)).toEqual([true, true, false])
})

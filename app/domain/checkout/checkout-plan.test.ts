import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyPerGram } from '#tests/support/gold-prices.ts'
import type { PricePerGram } from '../gold-price/rates.ts'
import { hasItemsOf, isPriceLockValid, notPayableReason, whyReplaced } from './checkout-plan.ts'

it('the fair lock holds for a shopper’s one quote, whatever gold did [OPEN-02, QUOTE-04]', () => {
  fc.assert(
    fc.property(anyPerGram, anyPerGram, (quoted, today) => {
      expect(isPriceLockValid({ quoted, today, otherOrders: 0 })).toBe(true)
    }),
  )
})

it('for several it holds unless gold rose over 1%, and never ends because it fell [OPEN-02]', () => {
  fc.assert(
    fc.property(anyPerGram, anyPerGram, fc.integer({ min: 1, max: 9 }), (quoted, today, others) => {
      const rose = BigInt(today - quoted) * 100n > BigInt(quoted)
      expect(isPriceLockValid({ quoted, today, otherOrders: others })).toBe(!rose)
    }),
  )
  const from = 1_300_000 as PricePerGram
  const at = (today: number) =>
    isPriceLockValid({ quoted: from, today: today as PricePerGram, otherOrders: 1 })
  expect([1_200_000, 1_313_000, 1_313_001].map(at)).toEqual([true, true, false])
})

it('lets an order be paid only where, how and while it was placed to be [PAY-15, MODE-02]', () => {
  const now = new Date('2026-03-11T16:00:00Z')
  const order = {
    state: 'pending',
    paymentProvider: 'stripe',
    livemode: true,
    payBy: 'card',
    priceWithdrawnAt: null,
    expiresAt: new Date(now.getTime() + 1),
  } as const
  const chosen = { provider: 'stripe', live: true, payBy: 'card', now } as const
  expect(notPayableReason(order, chosen)).toBeNull()
  expect(notPayableReason({ ...order, priceWithdrawnAt: now }, chosen)).toBe('corrected')
  for (const other of [
    { state: 'cancelled', priceWithdrawnAt: now },
    { paymentProvider: 'test' },
    { livemode: false },
    { payBy: 'wire' },
    { expiresAt: now },
  ] as const) {
    expect(notPayableReason({ ...order, ...other }, chosen)).toBe('used')
  }
})

it('knows the order of the very same items, engravings among them [PAY-15]', () => {
  const item = { productId: '7', size: 'Small', quantity: 1 }
  const quote = { lines: [item] }
  expect(hasItemsOf(quote, [{ ...item, engraving: null }])).toBe(true)
  expect(hasItemsOf(quote, [{ ...item, engraving: 'Mary' }])).toBe(false)
  expect(hasItemsOf(quote, [{ ...item, quantity: 2, engraving: null }])).toBe(false)
  expect(whyReplaced({ buyNow: true }, { isOver: false, hasSameItems: true })).toBe(
    'A newer Buy Now of the same piece replaced it.',
  )
  for (const hasSameItems of [true, false]) {
    expect(whyReplaced({ buyNow: true }, { isOver: false, hasSameItems, byCart: true })).toBe(
      'A newer checkout of the cart in the same browser replaced it.',
    )
  }
})

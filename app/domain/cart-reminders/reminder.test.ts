import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CartItem, itemKey } from '../cart/cart.ts'
import { orderStates } from '../orders/order-state.ts'
import { isUnfinished, withReminded } from './reminder.ts'

const item: fc.Arbitrary<CartItem> = fc.record({
  id: fc.constantFrom('5', '6', '7'),
  name: fc.constant('Pendant'),
  price: fc.constant('10.00'),
  images: fc.constant<CartItem['images']>([]),
  attributes: fc.constantFrom('Small', 'Large').map((size) => [{ name: `Gold Size: ${size}` }]),
  quantity: fc.integer({ min: 1, max: 99 }),
})
const cart = fc.uniqueArray(item, { selector: itemKey })

describe('a cart reminder', () => {
  it('is wanted for no order that was paid, canceled, or held [REMIND-03]', () => {
    const now = new Date()
    for (const state of orderStates) {
      const open = { state, paymentProcessingAt: null, holdReason: null }
      const isOpen = state === 'pending' || state === 'expired'
      expect([state, isUnfinished(open)]).toEqual([state, isOpen])
      expect(isUnfinished({ ...open, holdReason: 'Money came.' })).toBe(false)
      expect(isUnfinished({ ...open, paymentProcessingAt: now })).toBe(false)
    }
  })

  it('brings back what is missing, changes nothing that is there, and done again does nothing [REMIND-04]', () => {
    fc.assert(
      fc.property(cart, cart, (items, reminded) => {
        const merged = withReminded(items, reminded)
        expect(merged.slice(0, items.length)).toEqual(items)
        expect(new Set(merged.map(itemKey))).toEqual(new Set([...items, ...reminded].map(itemKey)))
        expect(withReminded(merged, reminded)).toEqual(merged)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { type CartItem, cartItem, cartReducer, itemKey } from '#app/domain/cart/cart.ts'
import { cents } from '#app/domain/money/cents.ts'
import { minutesAndSeconds } from './price-held.tsx'
import { requestedLines, unitPrices } from './shown-quote.ts'

const answer = {
  quote: 'payload.seal',
  lines: [
    {
      productId: '5',
      size: 'Small',
      name: 'Pendant',
      grams: 14.7,
      pricePerGram: '92.77',
      fee: '750.00',
      goldPart: '1363.72',
      unitPrice: '2113.72',
      quantity: 2,
      lineTotal: '4227.44',
    },
  ],
  total: '4227.44',
  goldPrice: {
    price: '2886.32',
    pricePerGram: '92.77',
    source: 'gold-api',
    state: 'live',
    takenAt: null,
  },
  issuedAt: '2025-01-01T10:00:00.000Z',
  expiresAt: '2025-01-01T10:10:00.000Z',
  notes: [],
}

const line = (id: string, size: string, quantity: number): CartItem => ({
  ...cartItem({ id, name: `Piece ${id}`, images: [] }, size, cents(100)),
  quantity,
})

describe('a quote as the cart reads it', () => {
  it('asks with product id, size label and quantity [CART-14]', () => {
    expect(requestedLines([line('5', 'Small', 2), line('6', 'Large', 1)])).toEqual([
      { productId: '5', size: 'Small', quantity: 2 },
      { productId: '6', size: 'Large', quantity: 1 },
    ])
  })

  it('prices the lines it names and lets the others go [CART-14, QUOTE-06]', () => {
    const items = [line('5', 'Small', 2), line('5', 'Large', 1)]
    const { items: after } = cartReducer(
      { items, isOpen: true },
      { type: 'reprice', prices: unitPrices(items, answer) },
    )
    expect(after.map((item) => [itemKey(item), item.price, item.quantity])).toEqual([
      ['["5","Small"]', '2113.72', 2],
    ])
  })

  it('tells the time left in minutes and seconds [QUOTE-05]', () => {
    expect([600_000, 581_200, 9_001, 1, 0, -5_000].map(minutesAndSeconds)).toEqual([
      '10:00',
      '9:42',
      '0:10',
      '0:01',
      '0:00',
      '0:00',
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CartItem, cartItem, cartReducer, itemKey } from '#app/domain/cart/cart.ts'
import { cents } from '#app/domain/money/cents.ts'
import { minutesAndSeconds } from './price-held.tsx'
import { readShownQuote, requestedLines, unitPrices } from './shown-quote.ts'

const answer = {
  quote: 'payload.seal',
  lines: [
    {
      productId: '5',
      size: 'Small',
      grams: 14.7,
      pricePerGram: '92.77',
      fee: '750.00',
      unitPrice: '2113.72',
      quantity: 2,
    },
  ],
  total: '4227.44',
  goldPrice: { price: '2886.32', pricePerGram: '92.77', state: 'live' },
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

  it('counts how long a price is held from the server’s own two times [QUOTE-05]', () => {
    expect(readShownQuote(answer)?.heldForMs).toBe(600_000)
  })

  it('prices the lines it names and lets the others go [CART-14, QUOTE-06]', () => {
    const items = [line('5', 'Small', 2), line('5', 'Large', 1)]
    const quote = readShownQuote(answer)
    if (!quote) throw new Error('the example is no quote')
    const { items: after } = cartReducer(
      { items, isOpen: true },
      { type: 'reprice', prices: unitPrices(items, quote) },
    )
    expect(after.map((item) => [itemKey(item), item.price, item.quantity])).toEqual([
      ['["5","Small"]', '2113.72', 2],
    ])
  })

  it('takes nothing for a price that is none', () => {
    const broken = [
      null,
      'Bad gateway',
      { ...answer, quote: undefined },
      { ...answer, total: 4227.44 },
      { ...answer, total: '4227.4' },
      { ...answer, total: '-1.00' },
      { ...answer, lines: {} },
      { ...answer, lines: [{ ...answer.lines[0], unitPrice: 'NaN' }] },
      { ...answer, lines: [null] },
      { ...answer, goldPrice: null },
      { ...answer, expiresAt: answer.issuedAt },
      { ...answer, expiresAt: 'soon' },
      { ...answer, notes: [1] },
    ]
    for (const value of broken) expect(readShownQuote(value)).toBeNull()
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readShownQuote(value)).toBeNull()
      }),
    )
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

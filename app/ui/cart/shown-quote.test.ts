import { describe, expect, it } from 'vitest'
import { type CartItem, cartReducer, itemKey } from '#app/domain/cart/cart.ts'
import { cartItem } from '#app/domain/cart/cart-item.ts'
import { cents } from '#app/domain/money/cents.ts'
import { quoteResponse as answer } from '#tests/support/quotes.ts'
import { minutesAndSeconds } from './price-locked.tsx'
import { requestedLines, unitPrices } from './shown-quote.ts'

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
      ['["5","Small",null]', '2113.72', 2],
    ])
  })

  it('asks with the engraving, and knows it again however it was saved [ENGRAVE-05]', () => {
    const items = [
      line('5', 'Small', 1),
      { ...line('5', 'Small', 1), engraving: ' Rene\u0301e ' },
      { ...line('5', 'Small', 1), engraving: 'Ben' },
    ]
    expect(requestedLines(items).map(({ engraving }) => engraving)).toEqual([
      undefined,
      ' Rene\u0301e ',
      'Ben',
    ])
    const [plain] = answer.lines
    const cut = { ...plain, engraving: 'Renée', engravingFee: '60.00', unitPrice: '2173.72' }
    const { items: after } = cartReducer(
      { items, isOpen: true },
      { type: 'reprice', prices: unitPrices(items, { ...answer, lines: [plain, cut] as never }) },
    )
    expect(after.map(({ engraving, price, seen }) => [engraving, price, seen?.engraving])).toEqual([
      [undefined, '2113.72', undefined],
      [' Rene\u0301e ', '2173.72', '60.00'],
    ])
  })

  it('shows the time left in minutes and seconds [QUOTE-05]', () => {
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

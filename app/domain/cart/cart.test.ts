import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSavedCart } from '#app/contracts/cart/saved-cart.ts'
import { cents, parseDollars } from '../money/cents.ts'
import { type BoughtLine, withoutBought } from './bought.ts'
import {
  type Cart,
  type CartAction,
  type CartItem,
  cartReducer,
  emptyCart,
  itemKey,
  itemSize,
  maxQuantity,
  pieces,
} from './cart.ts'
import { cartItem } from './cart-item.ts'
import { cartTotal, parseQuantity } from './cart-total.ts'

const wave = { id: '5', name: 'Sound Wave', images: [{ src: '/pendants/sound-wave-front.jpg' }] }
const small = cartItem(wave, 'Small', cents(211_372))
const large = cartItem(wave, 'Large', cents(393_105))

const fill = (...items: Omit<CartItem, 'quantity'>[]): Cart =>
  items.reduce<Cart>((cart, item) => cartReducer(cart, { type: 'add', item }), emptyCart)

const anyPiece = fc
  .record({
    id: fc.constantFrom('5', '6', '7'),
    size: fc.constantFrom('Small', 'Large', 'Half: ounce', '"quoted"'),
    price: fc.integer({ min: 0, max: 100_000_000 }),
  })
  .map(({ id, size, price }) =>
    cartItem({ id, name: `Piece ${id}`, images: [] }, size, cents(price)),
  )

const anyAction: fc.Arbitrary<CartAction> = fc.oneof(
  anyPiece.map((item) => ({ type: 'add', item }) as const),
  anyPiece.map((item) => ({ type: 'remove', key: itemKey(item) }) as const),
  fc
    .tuple(anyPiece, fc.oneof(fc.integer({ min: -3, max: 120 }), fc.double()))
    .map(([item, quantity]) => ({ type: 'set quantity', key: itemKey(item), quantity }) as const),
  fc.constantFrom<CartAction>({ type: 'toggle' }, { type: 'close' }, { type: 'clear' }),
)
const anyCart = fc
  .array(anyAction, { maxLength: 40 })
  .map((actions) => actions.reduce(cartReducer, emptyCart))

describe('the life of a cart', () => {
  it('takes a new piece in once, and opens [CART-03]', () => {
    fc.assert(
      fc.property(anyCart, anyPiece, (cart, item) => {
        fc.pre(!cart.items.some((line) => itemKey(line) === itemKey(item)))
        const after = cartReducer(cart, { type: 'add', item })
        expect(after.isOpen).toBe(true)
        expect(after.items).toEqual([...cart.items, { ...item, quantity: 1 }])
      }),
    )
  })

  it('counts a piece already there one higher, up to the most of one piece, and opens [CART-04]', () => {
    fc.assert(
      fc.property(anyCart, anyPiece, (cart, item) => {
        const before = cartReducer(cart, { type: 'add', item })
        const after = cartReducer({ ...before, isOpen: false }, { type: 'add', item })
        const counted = (of: Cart) =>
          of.items.find((line) => itemKey(line) === itemKey(item))?.quantity ?? 0
        expect(after.isOpen).toBe(true)
        expect(after.items).toHaveLength(before.items.length)
        expect(counted(after)).toBe(Math.min(counted(before) + 1, maxQuantity))
      }),
    )
  })

  it('keeps two sizes of one product apart, each at its own price [CART-05]', () => {
    const cart = fill(small, large, small)
    expect(cart.items.map(({ price, quantity }) => [price, quantity])).toEqual([
      ['2113.72', 2],
      ['3931.05', 1],
    ])
  })

  it('lets a line go when it is removed or its quantity falls below 1 [CART-06]', () => {
    fc.assert(
      fc.property(anyCart, anyPiece, fc.integer({ max: 0 }), (cart, item, quantity) => {
        const key = itemKey(item)
        const removed = cartReducer(cart, { type: 'remove', key })
        expect(removed.items).toEqual(cart.items.filter((line) => itemKey(line) !== key))
        expect(cartReducer(cart, { type: 'set quantity', key, quantity })).toEqual(removed)
      }),
    )
  })

  it.each([0, -1, -99])(
    'lets a line that is there go at a quantity of %i [CART-06]',
    (quantity) => {
      const cart = fill(small, small, large)
      const { items } = cartReducer(cart, { type: 'set quantity', key: itemKey(small), quantity })
      expect(items.map(itemKey)).toEqual([itemKey(large)])
    },
  )

  it('keeps a quantity of 1 or more, at most 99 [CART-07]', () => {
    fc.assert(
      fc.property(anyCart, anyPiece, fc.integer({ min: 1, max: 500 }), (cart, item, quantity) => {
        const key = itemKey(item)
        const before = cartReducer(cart, { type: 'add', item })
        const after = cartReducer(before, { type: 'set quantity', key, quantity })
        expect(after.items.find((line) => itemKey(line) === key)?.quantity).toBe(
          Math.min(quantity, maxQuantity),
        )
        const others = (of: Cart) => of.items.filter((line) => itemKey(line) !== key)
        expect(others(after)).toEqual(others(before))
      }),
    )
  })

  it('ignores quantities that are no whole number [CART-07]', () => {
    const cart = fill(small)
    for (const quantity of [1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(cartReducer(cart, { type: 'set quantity', key: itemKey(small), quantity })).toBe(cart)
    }
  })

  it('loses what an order bought, and keeps what was added since [CART-17]', () => {
    const cart = fill(small, small, large, { ...small, engraving: ' For  Ada ' })
    const bought = (lines: readonly BoughtLine[]) =>
      cartReducer(cart, { type: 'leave', of: (items) => withoutBought(items, lines) })
    const of = (size: string, quantity: number, engraving?: string) => ({
      ...{ productId: '5', size, quantity },
      ...(engraving && { engraving }),
    })
    expect(bought([])).toEqual(cart)
    expect(bought([of('Small', 2), of('Large', 1), of('Small', 1, 'For Ada')]).items).toEqual([])
    expect(bought([of('Small', 1), of('Large', 9)]).items).toMatchObject([
      { quantity: 1 },
      { engraving: ' For  Ada ', quantity: 1 },
    ])
    expect(bought([{ ...of('Small', 2), productId: '6' }])).toEqual(cart)
  })

  it('toggles open and shut, closes, and clears without closing [CART-09]', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        expect(cartReducer(cart, { type: 'toggle' })).toEqual({ ...cart, isOpen: !cart.isOpen })
        expect(cartReducer(cart, { type: 'close' })).toEqual({ ...cart, isOpen: false })
        expect(cartReducer(cart, { type: 'clear' })).toEqual({ ...cart, items: [] })
      }),
    )
  })

  it('never holds one piece on two lines, nor a quantity outside 1 to 99 [CART-05, CART-06]', () => {
    fc.assert(
      fc.property(anyCart, ({ items }) => {
        expect(new Set(items.map(itemKey)).size).toBe(items.length)
        for (const { quantity } of items) {
          expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= 99).toBe(true)
        }
      }),
    )
  })
})

describe('what a cart costs', () => {
  it('is the sum of price × quantity, to the cent [CART-08]', () => {
    fc.assert(
      fc.property(anyCart, ({ items }) => {
        // Reckoned apart, in exact integers.
        const expected = items.reduce(
          (sum, { price, quantity }) => sum + BigInt(price.replace('.', '')) * BigInt(quantity),
          0n,
        )
        expect(BigInt(cartTotal(items))).toBe(expected)
      }),
    )
  })

  it('counts a price that is no money as nothing [CART-08]', () => {
    const broken = { ...small, price: 'a lot', quantity: 3 }
    expect(cartTotal([broken, { ...large, quantity: 2 }])).toBe(786_210)
  })

  it('counts pieces, not lines', () => {
    expect(pieces(fill(small, small, large).items)).toBe(3)
  })

  it('follows today’s prices, drops what is no longer sold, leaves what was not asked [CART-14]', () => {
    const cart = fill(small, large, cartItem({ ...wave, id: '6' }, 'Small', cents(100)))
    const prices = new Map([
      [itemKey(small), { price: '2200.00' }],
      [itemKey(large), null],
    ])
    const { items } = cartReducer(cart, { type: 'reprice', prices })
    expect(items.map(({ id, price }) => [id, price])).toEqual([
      ['5', '2200.00'],
      ['6', '1.00'],
    ])
  })

  it('repricing changes no quantity and no order [CART-14]', () => {
    fc.assert(
      fc.property(anyCart, fc.integer({ min: 1, max: 10_000_000 }), (cart, price) => {
        const text = `${price}.00`
        const prices = new Map(cart.items.map((item) => [itemKey(item), { price: text }]))
        const after = cartReducer(cart, { type: 'reprice', prices })
        expect(after.items).toEqual(cart.items.map((item) => ({ ...item, price: text })))
        expect(cartTotal(after.items)).toBe(pieces(cart.items) * (parseDollars(text) ?? 0))
      }),
    )
  })
})

describe('a cart as data', () => {
  it('holds id, name, price, images with src, attributes with name, quantity [CART-10]', () => {
    expect(fill(small).items).toEqual([
      {
        id: '5',
        name: 'Sound Wave',
        price: '2113.72',
        images: [{ src: '/pendants/sound-wave-front.jpg' }],
        attributes: [{ name: 'Gold Size: Small' }],
        quantity: 1,
      },
    ])
  })

  it('reads the size label from its attribute [CART-02]', () => {
    expect(itemSize(small)).toBe('Small')
    expect(
      itemSize({ attributes: [{ name: 'Finish' }, { name: 'Gold Size:  Half ounce ' }] }),
    ).toBe('Half ounce')
    expect(itemSize({ attributes: [{ name: 'Finish' }] })).toBeNull()
  })

  it('comes back from its saved text as it was [CART-11]', () => {
    fc.assert(
      fc.property(anyCart, ({ items }) => {
        expect(parseSavedCart(JSON.stringify(items))).toEqual(items)
      }),
    )
  })

  it('is null, never a surprise, where the saved text is anything else [CART-12]', () => {
    const line = { ...small, quantity: 1 }
    const broken: unknown[] = [
      null,
      {},
      'a cart',
      { items: [line] },
      [null],
      [{ ...line, id: 5 }],
      [{ ...line, price: 2113.72 }],
      [{ ...line, quantity: 0 }],
      [{ ...line, quantity: 1.5 }],
      [{ ...line, quantity: 100 }],
      [{ ...line, images: null }],
      [{ ...line, images: [{}] }],
      [{ ...line, attributes: 'Small' }],
      [line, line],
    ]
    for (const saved of broken) expect(parseSavedCart(JSON.stringify(saved))).toBeNull()
    for (const text of ['', '{', '[}', 'undefined']) expect(parseSavedCart(text)).toBeNull()
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => parseSavedCart(text)).not.toThrow()
      }),
    )
  })

  it('reads a typed quantity only where it is a whole number [CART-07]', () => {
    expect(['1', ' 12 ', '-3', '007'].map(parseQuantity)).toEqual([1, 12, -3, 7])
    expect(['', '1.5', '1e2', 'abc', '١', '1,000'].map(parseQuantity)).toEqual(Array(6).fill(null))
  })
})

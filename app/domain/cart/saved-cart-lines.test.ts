import { describe, expect, it } from 'vitest'
import { parseSavedCart } from '#app/contracts/cart/saved-cart.ts'
import type { Cents } from '../money/cents.ts'
import { cartReducer, emptyCart, itemKey } from './cart.ts'
import { cartItem } from './cart-item.ts'
import { chosenAgain } from './choose-again.ts'

const item = cartItem(
  { id: '7', name: 'Knot', images: [{ src: '/a.jpg' }, { src: '/b.jpg' }] },
  'Small',
  211_372 as Cents,
)
const line = { ...item, quantity: 1 }
const read = (lines: unknown) => parseSavedCart(JSON.stringify(lines))

describe('lines of a saved cart', () => {
  it('hold what a line needs: pictures by address, the size by its name [CART-02]', () => {
    expect(item).toEqual({
      id: '7',
      name: 'Knot',
      price: '2113.72',
      images: [{ src: '/a.jpg' }, { src: '/b.jpg' }],
      attributes: [{ name: 'Gold Size: Small' }],
    })
  })

  it('are taken back as they were, up to 99 of one item [CART-12]', () => {
    expect(read([line])).toEqual([line])
    expect(read([{ ...line, quantity: 99 }])).toEqual([{ ...line, quantity: 99 }])
    expect(cartReducer({ ...emptyCart, isOpen: true }, { type: 'restore', items: [line] })).toEqual(
      {
        items: [line],
        isOpen: true,
      },
    )
  })

  it('are told apart by their engraving, which is kept with them [ENGRAVE-05]', () => {
    const engraved = { ...line, engraving: 'For Ada' }
    const lines = [line, engraved, { ...line, engraving: 'For Ben' }]
    expect(read(lines)).toEqual(lines)
    expect(read([engraved, engraved])).toBeNull()
    const add = { ...item, engraving: 'For Ada' }
    const twice = [item, add, add].reduce(
      (cart, each) => cartReducer(cart, { type: 'add', item: each }),
      emptyCart,
    )
    expect(twice.items).toEqual([line, { ...engraved, quantity: 2 }])
  })

  it('are told apart by their choices, in any order, and choose again in their place [OPTION-04, OPTION-05]', () => {
    const chain = { name: 'Chain', choice: '20 in' }
    const matte = { name: 'Finish', choice: 'Matte' }
    const one = { ...line, engraving: 'Ada', options: [chain, matte] }
    const other = { ...one, options: [{ ...chain, choice: '18 in' }, matte] }
    const lines = [one, line, other]
    expect(read(lines)).toEqual(lines)
    expect(read([one, { ...one, options: [matte, chain] }])).toBeNull()
    const choose = (options: readonly { name: string; choice: string }[]) =>
      chosenAgain(lines, itemKey(one), options)
    // The line stays where it is, with its quantity, picture and engraving.
    expect(choose([chain])).toEqual([{ ...one, options: [chain] }, line, other])
    expect(choose(other.options)).toEqual([{ ...other, quantity: 2 }, line])
  })

  it.each([
    ['a quantity of 100', { quantity: 100 }],
    ['no quantity', { quantity: 0 }],
    ['half an item', { quantity: 1.5 }],
    ['a name that is no text', { name: 7 }],
    ['a price that is no text', { price: 2113.72 }],
    ['pictures without an address', { images: [{ alt: 'x' }] }],
    ['a picture that is nothing', { images: [null] }],
    ['pictures that are text', { images: ['/a.jpg'] }],
    ['an attribute without a name', { attributes: [{}] }],
    ['no list of attributes', { attributes: {} }],
    ['an engraving that is no text', { engraving: 7 }],
    ['options that are no list', { options: 'Matte' }],
    ['an option without a choice', { options: [{ name: 'Finish' }] }],
  ])('with %s make the cart corrupt [CART-12]', (_what, change) => {
    expect(read([{ ...line, ...change }])).toBeNull()
  })

  it.each([null, 7, 'text', {}, [null], [7]])('%j is no cart [CART-12]', (saved) => {
    expect(read(saved)).toBeNull()
  })
})

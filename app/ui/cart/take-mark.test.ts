import { expect, it } from 'vitest'
import type { CartItem } from '#app/domain/cart/cart.ts'
import { cartItem } from '#app/domain/cart/cart-item.ts'
import { cents } from '#app/domain/money/cents.ts'
import { checkoutMarkKey } from './checkout-mark.ts'
import { readSavedCart, saveCart } from './saved-cart.ts'
import { takeBought } from './take-mark.ts'

const item = (id: string): CartItem => ({
  ...cartItem({ id, name: 'Sound Wave', images: [] }, 'Small', cents(211_372)),
  quantity: 1,
})
const lines = [{ productId: '5', size: 'Small', quantity: 1 }]

function shopper(mark: string) {
  const kept = new Map([[checkoutMarkKey, mark]])
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  saveCart([item('5'), item('6')], storage)
  const cart = () => readSavedCart(() => {}, storage).map(({ id }) => id)
  return { storage, cart, mark: () => kept.get(checkoutMarkKey) }
}

it('removes what was bought from the saved cart before clearing its mark, even if the page closes in between [CART-17]', () => {
  const { storage, cart, mark } = shopper('this quote')
  const left: (string | undefined)[] = []
  takeBought(
    { quote: 'this quote', lines },
    (of) => left.push(...of([item('5')]).map(({ id }) => id), mark()),
    storage,
  )
  expect(cart()).toEqual(['6'])
  expect(left).toEqual([undefined])
  expect(mark()).toBeUndefined()
})

it('leaves the cart alone when the mark is of another quote [CART-17]', () => {
  const { storage, cart, mark } = shopper('another quote')
  const leave = () => expect.unreachable()
  takeBought({ quote: 'this quote', lines }, leave, storage)
  expect(cart()).toEqual(['5', '6'])
  expect(mark()).toBe('another quote')
})

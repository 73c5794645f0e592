import { describe, expect, it } from 'vitest'
import type { CartItem } from '#app/domain/cart/cart.ts'
import { cartItem } from '#app/domain/cart/cart-item.ts'
import { cents } from '#app/domain/money/cents.ts'
import { readSavedCart, saveCart } from './saved-cart.ts'

const items: CartItem[] = [
  {
    ...cartItem({ id: '5', name: 'Sound Wave', images: [] }, 'Small', cents(211_372)),
    quantity: 2,
  },
]

function storage(kept: Record<string, string> = {}) {
  const written: string[] = []
  return {
    kept,
    written,
    open: () => ({
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, text: string) => {
        kept[key] = text
        written.push(key)
      },
      removeItem: () => {},
    }),
  }
}

const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}
const full = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
  removeItem: () => {},
}

function reports() {
  const heard: string[] = []
  return { heard, report: (message: string) => heard.push(message) }
}

describe('the saved cart', () => {
  it('is the array of items under the key `cart`, and comes back [CART-11]', () => {
    const { kept, open } = storage()
    saveCart(items, open)
    expect(JSON.parse(kept.cart ?? '')).toEqual(items)
    const { heard, report } = reports()
    expect(readSavedCart(report, open)).toEqual(items)
    expect(heard).toEqual([])
  })

  it('takes the gift note, the way to pay, the discount code, the delivery and the reminder with it when it is emptied [GIFT-01, CART-19, CODE-13, REMIND-07, SHIPPING-06]', () => {
    const removed: string[] = []
    const { open } = storage({ 'gift-note': 'For Ada' })
    const opened = () => ({ ...open(), removeItem: (key: string) => removed.push(key) })
    saveCart(items, opened)
    expect(removed).toEqual([])
    saveCart([], opened)
    expect(removed).toEqual(['gift-note', 'pay-by', 'discount-code', 'delivery', 'cart-reminder'])
  })

  it('is logged and ignored where it is corrupt [CART-12]', () => {
    const { heard, report } = reports()
    expect(readSavedCart(report, storage({ cart: '{"items":' }).open)).toEqual([])
    expect(heard).toHaveLength(1)
  })

  it('writes nothing that stands there already, so tabs do not answer each other [CART-11]', () => {
    const { written, open } = storage()
    saveCart([], open)
    expect(written).toEqual([])
    saveCart(items, open)
    saveCart(items, open)
    expect(written).toEqual(['cart'])
    saveCart([], open)
    expect(written).toEqual(['cart', 'cart'])
  })

  it('is empty where storage is denied, and a refused write harms nothing [CART-12]', () => {
    const { heard, report } = reports()
    expect(readSavedCart(report, denied)).toEqual([])
    expect(heard).toEqual([])
    expect(() => saveCart(items, denied)).not.toThrow()
    expect(() => saveCart(items, () => full)).not.toThrow()
  })
})

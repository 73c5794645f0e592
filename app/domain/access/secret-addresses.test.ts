import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPrivatePath, keyAddresses, withoutKeys } from './secret-addresses.ts'

const token = fc.stringMatching(/^[\w-]{20,43}$/)

it('no key is left in a text, wherever and however often an address is in it [SEC-07]', () => {
  fc.assert(
    fc.property(fc.constantFrom(...keyAddresses), token, fc.string(), (prefix, secret, around) => {
      const text = `${around} https://shop.example${prefix}${secret}/return "${prefix}${secret}.data"`
      expect(withoutKeys(text).slice(around.length)).not.toContain(secret)
      expect(isPrivatePath(`${prefix.toUpperCase()}${secret}`)).toBe(true)
    }),
  )
})

it('leaves public addresses as they are [SEC-07]', () => {
  for (const path of ['/', '/products', '/product/orders', '/find-order', '/blog/order-of-gold']) {
    expect(withoutKeys(path)).toBe(path)
    expect(isPrivatePath(path)).toBe(false)
  }
})

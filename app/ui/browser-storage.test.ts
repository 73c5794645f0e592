import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BrowserStorage, readSaved, save } from './browser-storage.ts'
import { readSavedJson } from './saved-json.ts'

function memory() {
  const kept = new Map<string, string>()
  const storage: BrowserStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
  return { kept, storage: () => storage }
}

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

it('what was saved comes back, until it is removed', () => {
  const { storage, kept } = memory()
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (key, value) => {
      const text = JSON.stringify(value)
      expect(save(key, text, storage)).toBe(true)
      expect(readSaved(key, storage)).toBe(text)
      expect(readSavedJson(key, storage)).toEqual(JSON.parse(text))
      save(key, null, storage)
      expect(readSaved(key, storage)).toBeNull()
      expect(readSavedJson(key, storage)).toBeUndefined()
    }),
  )
  expect(kept.size).toBe(0)
})

it('what is no JSON counts as nothing', () => {
  const { storage } = memory()
  save('draft', '{', storage)
  expect(readSavedJson('draft', storage)).toBeUndefined()
})

it('a browser that drops what is written without an error is found out [CART-12, DOM-07]', () => {
  const silent = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  expect(save('cart', '[]', () => silent)).toBe(false)
})

it('a browser that refuses, at once or at the call, is reported by the answer [CART-12]', () => {
  const full = { getItem: refuse, setItem: refuse, removeItem: refuse }
  for (const storage of [refuse, () => full]) {
    expect(readSaved('cart', storage)).toBeNull()
    expect(readSavedJson('cart', storage)).toBeUndefined()
    expect(save('cart', '[]', storage)).toBe(false)
    expect(save('cart', null, storage)).toBe(false)
  }
})

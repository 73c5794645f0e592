import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newProduct } from '#app/contracts/product.ts'
import { forgetDraft, readDraft, saveDraft } from './saved-draft.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    store: () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    }),
  }
}

const forbidden = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

const typed = (name: string) => ({
  at: '2026-03-11T16:00:00.000Z',
  revision: 3,
  draft: { ...newProduct, name },
})

it('a draft comes back as it was typed, each product its own', () => {
  const { store, kept } = memory()
  fc.assert(
    fc.property(fc.stringMatching(/^\S.{0,50}\S$/), (name) => {
      saveDraft('5', typed(name), store)
      expect(readDraft('5', store)).toEqual(typed(name))
      expect(readDraft(null, store)).toBeNull()
    }),
  )
  expect([...kept.keys()]).toEqual(['admin-product-draft:5'])
  saveDraft(null, typed('a new one'), store)
  expect([...kept.keys()]).toContain('admin-product-draft:new')
  forgetDraft('5', store)
  expect(readDraft('5', store)).toBeNull()
  expect(readDraft(null, store)?.draft.name).toBe('a new one')
})

it('what is not a draft is not offered', () => {
  const { store, kept } = memory()
  for (const text of ['', '{', 'null', '{"draft":{}}', JSON.stringify({ at: 'soon' })]) {
    kept.set('admin-product-draft:5', text)
    expect(readDraft('5', store)).toBeNull()
  }
})

it('a browser that keeps nothing is told apart, and breaks nothing', () => {
  expect(readDraft('5', forbidden)).toBeNull()
  expect(saveDraft('5', typed('x'), forbidden)).toBe(false)
  expect(() => forgetDraft('5', forbidden)).not.toThrow()
})

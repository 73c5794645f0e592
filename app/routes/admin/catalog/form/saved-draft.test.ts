import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newProduct } from '#app/contracts/catalog/product.ts'
import { readDraft, removeDraft, saveDraft } from './saved-draft.ts'

function memory() {
  const saved = new Map<string, string>()
  return {
    saved,
    store: () => ({
      getItem: (key: string) => saved.get(key) ?? null,
      setItem: (key: string, text: string) => void saved.set(key, text),
      removeItem: (key: string) => void saved.delete(key),
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
  const { store, saved } = memory()
  fc.assert(
    fc.property(fc.stringMatching(/^\S.{0,50}\S$/), (name) => {
      saveDraft('5', typed(name), store)
      expect(readDraft('5', store)).toEqual(typed(name))
      expect(readDraft(null, store)).toBeNull()
    }),
  )
  expect([...saved.keys()]).toEqual(['admin-product-draft:5'])
  saveDraft(null, typed('a new one'), store)
  expect([...saved.keys()]).toContain('admin-product-draft:new')
  removeDraft('5', store)
  expect(readDraft('5', store)).toBeNull()
  expect(readDraft(null, store)?.draft.name).toBe('a new one')
})

it('what is not a draft is not offered', () => {
  const { store, saved } = memory()
  for (const text of ['', '{', 'null', '{"draft":{}}', JSON.stringify({ at: 'soon' })]) {
    saved.set('admin-product-draft:5', text)
    expect(readDraft('5', store)).toBeNull()
  }
})

it('a browser that saves nothing says so, and breaks nothing', () => {
  expect(readDraft('5', forbidden)).toBeNull()
  expect(saveDraft('5', typed('x'), forbidden)).toBe(false)
  expect(() => removeDraft('5', forbidden)).not.toThrow()
})

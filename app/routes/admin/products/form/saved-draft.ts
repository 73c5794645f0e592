import { z } from 'zod'
import { type ProductDraft, productDraft } from '#app/contracts/product.ts'

/** What was typed and not saved, in this browser alone; never sent anywhere. */
export type SavedDraft = {
  /** ISO 8601: when it was last typed in. */
  at: string
  /** What it was begun from; null for a new product. */
  revision: number | null
  draft: ProductDraft
}

const keptDraft = z.object({
  at: z.iso.datetime(),
  revision: z.int().nullable(),
  draft: productDraft,
})

/** Asked for at each use: a browser that forbids it throws already here. */
type Store = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const browser: Store = () => window.localStorage

const keyOf = (id: string | null) => `admin-product-draft:${id ?? 'new'}`

/** Null where there is none, or what is there is not ours to read. */
export function readDraft(id: string | null, store = browser): SavedDraft | null {
  try {
    const text = store().getItem(keyOf(id))
    return text === null ? null : keptDraft.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** False where the browser keeps nothing: full, or forbidden. */
export function saveDraft(id: string | null, kept: SavedDraft, store = browser): boolean {
  try {
    store().setItem(keyOf(id), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export function forgetDraft(id: string | null, store = browser): void {
  try {
    store().removeItem(keyOf(id))
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

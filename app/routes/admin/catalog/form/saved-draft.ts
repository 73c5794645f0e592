import { z } from 'zod'
import { type ProductDraft, productDraft } from '#app/contracts/catalog/product.ts'
import { type BrowserStorage, save } from '#app/ui/browser-storage.ts'
import { readSavedJson } from '#app/ui/saved-json.ts'

/** What was typed and not saved, in this browser alone; never sent anywhere. */
export type SavedDraft = {
  /** ISO 8601: when it was last typed in. */
  at: string
  /** The revision it started from; null for a new product. */
  revision: number | null
  draft: ProductDraft
}

const savedDraft = z.object({
  at: z.iso.datetime(),
  revision: z.int().nullable(),
  draft: productDraft,
})

const keyOf = (id: string | null) => `admin-product-draft:${id ?? 'new'}`

/** Null where there is none, or what is there is no draft. */
export function readDraft(id: string | null, storage?: () => BrowserStorage): SavedDraft | null {
  return savedDraft.safeParse(readSavedJson(keyOf(id), storage)).data ?? null
}

/** False where the browser saves nothing: full, or forbidden. */
export function saveDraft(
  id: string | null,
  draft: SavedDraft,
  storage?: () => BrowserStorage,
): boolean {
  return save(keyOf(id), JSON.stringify(draft), storage)
}

export function removeDraft(id: string | null, storage?: () => BrowserStorage): void {
  save(keyOf(id), null, storage)
}

import type { ProductDraft } from '#app/contracts/catalog/product.ts'
import { visibleText } from '#app/domain/catalog/search.ts'
import { type FieldChange, fieldChanges } from '#app/domain/text/field-changes.ts'

type Compared = Omit<ProductDraft, 'piecesSeen'>

/** What a save changed, field by field of the form, for the log: the description as it is read. */
export function productFieldChanges(before: ProductDraft, after: ProductDraft): FieldChange[] {
  // `piecesSeen` and `sizeKey` only say what the form was opened with.
  const [old, present] = [before, after].map(({ piecesSeen: _, ...draft }) => ({
    ...draft,
    sizes: draft.sizes.map(({ sizeKey: _, piecesSeen: __, ...size }) => size),
    description: visibleText(draft.description),
  })) as [Compared, Compared]
  const keys = { sizes: 'size', specifications: 'name', images: 'src' }
  const changes = fieldChanges(old, present, keys)
  const isFormat =
    before.description !== after.description && old.description === present.description
  return isFormat ? [...changes, { field: 'formatting', before: null, after: 'changed' }] : changes
}

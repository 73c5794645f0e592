import type { ProductDraft } from '#app/contracts/catalog/product.ts'
import { visibleText } from '#app/domain/catalog/search.ts'
import { type FieldChange, fieldChanges } from '#app/domain/text/field-changes.ts'

/** What a save changed, field by field of the form, for the log: the description as it is read. */
export function productFieldChanges(before: ProductDraft, after: ProductDraft): FieldChange[] {
  const [old, present] = [compared(before), compared(after)]
  const keys = { sizes: 'size', options: 'choice', specifications: 'name', images: 'src' }
  const changes = fieldChanges(old, present, keys)
  const isFormat =
    before.description !== after.description && old.description === present.description
  return isFormat ? [...changes, { field: 'formatting', before: null, after: 'changed' }] : changes
}

/** Without `piecesSeen` and `sizeKey`, which only say what the form was opened with. */
const compared = ({ piecesSeen: _, ...draft }: ProductDraft) => ({
  ...draft,
  sizes: draft.sizes.map(({ sizeKey: _, piecesSeen: __, ...size }) => size),
  // A row by what it is the choice of.
  options: draft.options.map(({ option, choice, ...differences }) => ({
    ...{ choice: `${option}: ${choice}`, ...differences },
  })),
  description: visibleText(draft.description),
})

import type { ChosenOption } from '../catalog/chosen-options.ts'
import type { PricePerGram } from '../gold-price/rates.ts'
import type { Cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'

/** A line of a paid order as far as it is not refunded. */
export type EditableLine = {
  position: number
  /** Empty: a piece that staff described themselves. */
  productId: string
  name: string
  size: string
  /** What was chosen beside the size. */
  options: readonly ChosenOption[]
  engraving: string | null
  /** How many pieces were not refunded. */
  left: number
  weight: Milligrams
  fee: Cents
  perGram: PricePerGram
  /** What a code or the bank price took off it. */
  discount: Cents
}

/** What staff want a line to be. `engraving`: to be added; empty: none. */
export type LineEdit = { position: number; quantity: number; size: string; engraving: string }

/** A piece of the catalog that the order gets. */
export type WantedPiece = {
  productId: string
  size: string
  quantity: number
  options: readonly ChosenOption[]
  engraving: string
  /** The line whose sales tax it is taxed like; null: one of the same tax code. */
  like: number | null
  /** Only an engraving is added to this piece: its gold and its fee keep the price they were bought at. */
  keeps: EditableLine | null
}

type RemovedPieces = { position: number; quantity: number }

export type WantedEdit = { removed: RemovedPieces[]; added: WantedPiece[] }

/** Why the edit is refused, and at which field. */
export type EditRefusal = { refused: string; at: number; of: 'quantity' | 'size' | 'engraving' }

/**
 * What an edit takes out of an order and what it adds [EDIT-01]. A line keeps its price: pieces beyond it, and
 * those of another size, are new pieces at the gold price of now with the same options, and the old ones are
 * credited.
 */
export function wantedEdit(
  lines: readonly EditableLine[],
  edits: readonly LineEdit[],
): WantedEdit | EditRefusal {
  const removed: RemovedPieces[] = []
  const added: WantedPiece[] = []
  for (const edit of edits) {
    const line = lines.find(({ position }) => position === edit.position)
    if (!line) continue
    const { position, productId, left } = line
    const isResized = edit.size !== line.size
    const isEngraved = edit.engraving !== ''
    const more = edit.quantity - left
    if (left === 0 && (more > 0 || isResized)) {
      return refused('These pieces were refunded. Add a piece below instead.', position, 'quantity')
    }
    if (productId === '' && (isResized || isEngraved || more > 0)) {
      const of = isResized ? 'size' : isEngraved ? 'engraving' : 'quantity'
      return refused('This piece isn’t in the catalog, so it can only be removed.', position, of)
    }
    if (isEngraved && line.engraving !== null) {
      const why = 'This piece has an engraving. Correct it on the order page.'
      return refused(why, position, 'engraving')
    }
    if (isEngraved && !isResized && line.discount > 0) {
      const why = 'This piece was bought at a discount, so an engraving can’t be added to it here.'
      return refused(why, position, 'engraving')
    }
    const { options } = line
    const piece = { productId, size: edit.size, options, like: position, keeps: null }
    const engraving = line.engraving ?? edit.engraving
    if (isResized || isEngraved) {
      if (left > 0) removed.push({ position, quantity: left })
      const kept = isResized ? 0 : Math.min(edit.quantity, left)
      const fresh = edit.quantity - kept
      if (kept > 0) added.push({ ...piece, engraving, quantity: kept, keeps: line })
      if (fresh > 0) added.push({ ...piece, engraving, quantity: fresh })
    } else if (more > 0) added.push({ ...piece, engraving, quantity: more })
    else if (more < 0) removed.push({ position, quantity: -more })
  }
  return { removed, added }
}

const refused = (why: string, at: number, of: EditRefusal['of']): EditRefusal => ({
  refused: why,
  at,
  of,
})

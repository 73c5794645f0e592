import type { ChosenOption } from '../catalog/chosen-options.ts'
import { titleOf } from '../catalog/line-title.ts'

type Pieces = {
  name: string
  size: string
  options?: readonly ChosenOption[] | undefined
  quantity: number
}

type EditedPieces = { added: readonly Pieces[]; credits: readonly { lines: readonly Pieces[] }[] }

/** `1 × Fir Cone, Small removed; 1 × Fir Cone, Large added`, for the history [EDIT-09]. */
export function editText({ added, credits }: EditedPieces): string {
  const removed = credits.flatMap(({ lines }) => lines)
  const text = (pieces: Pieces) => `${pieces.quantity} × ${titleOf(pieces)}`
  const gone = removed.filter(({ quantity }) => quantity > 0)
  return [
    ...(gone.length > 0 ? [`${gone.map(text).join(', ')} removed`] : []),
    ...(added.length > 0 ? [`${added.map(text).join(', ')} added`] : []),
  ].join('; ')
}

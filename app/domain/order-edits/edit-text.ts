type Pieces = { name: string; size: string; quantity: number }

type EditedPieces = { added: readonly Pieces[]; credits: readonly { lines: readonly Pieces[] }[] }

/** `1 × Fir Cone, Small removed; 1 × Fir Cone, Large added`, for the history [EDIT-09]. */
export function editText({ added, credits }: EditedPieces): string {
  const removed = credits.flatMap(({ lines }) => lines)
  const text = ({ name, size, quantity }: Pieces) => `${quantity} × ${name}, ${size}`
  const gone = removed.filter(({ quantity }) => quantity > 0)
  return [
    ...(gone.length > 0 ? [`${gone.map(text).join(', ')} removed`] : []),
    ...(added.length > 0 ? [`${added.map(text).join(', ')} added`] : []),
  ].join('; ')
}

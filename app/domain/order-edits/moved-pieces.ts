/** Pieces of one product in one size. */
export type PiecesOfSize = { productId: string; size: string; quantity: number }

type MovedPieces = { taken: PiecesOfSize[]; returned: PiecesOfSize[] }

/**
 * What an edit takes out of stock and what it returns [EDIT-06]. A piece that is removed and added in the same size
 * stays with the order, as one that is only engraved does: it is in neither list.
 */
export function movedPieces(
  removed: readonly PiecesOfSize[],
  added: readonly PiecesOfSize[],
): MovedPieces {
  const more = new Map<string, PiecesOfSize>()
  const count = ({ productId, size, quantity }: PiecesOfSize, sign: 1 | -1) => {
    const key = JSON.stringify([productId, size])
    const before = more.get(key)?.quantity ?? 0
    more.set(key, { productId, size, quantity: before + sign * quantity })
  }
  for (const pieces of added) count(pieces, 1)
  for (const pieces of removed) count(pieces, -1)
  const all = [...more.values()]
  return {
    taken: all.filter(({ quantity }) => quantity > 0),
    returned: all.flatMap((pieces) =>
      pieces.quantity < 0 ? [{ ...pieces, quantity: -pieces.quantity }] : [],
    ),
  }
}

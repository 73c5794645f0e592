import type { Cents } from '../money/cents.ts'

type Piece = { id: string; categories: readonly { id: string }[] }

const maxRelated = 3

/**
 * Which other pieces are under one: first those that share a category with it, of these the nearest
 * in price; among equals the one that comes first. One without a price comes after all with one. Never
 * the piece itself [FACTS-11].
 */
export function relatedTo<Each extends Piece>(
  piece: Each,
  others: readonly Each[],
  priceOf: (piece: Each) => Cents | null,
): Each[] {
  const price = priceOf(piece)
  const ofPiece = new Set(piece.categories.map(({ id }) => id))
  const best: { other: Each; isAkin: boolean; away: number }[] = []
  for (const other of others) {
    if (other.id === piece.id) continue
    const theirs = priceOf(other)
    const ranked = {
      other,
      isAkin: other.categories.some(({ id }) => ofPiece.has(id)),
      away: price === null || theirs === null ? Infinity : Math.abs(theirs - price),
    }
    // Three are kept and no list of ten thousand is sorted.
    const place = best.findIndex(({ isAkin, away }) =>
      isAkin === ranked.isAkin ? ranked.away < away : ranked.isAkin,
    )
    best.splice(place === -1 ? best.length : place, 0, ranked)
    best.length = Math.min(best.length, maxRelated)
  }
  return best.map(({ other }) => other)
}

import type { Cents } from '../money/cents.ts'

type Piece = { id: string; categories: readonly { id: string }[] }
type PriceOf<Each> = (piece: Each) => Cents | null

/** Pieces from the least expensive to the most; those without a price come last. */
type ByPrice<Each> = { pieces: Each[]; places: Map<string, number> }

export type RelatedIndex<Each> = { all: ByPrice<Each>; byCategory: Map<string, ByPrice<Each>> }

const maxRelated = 3

/**
 * Built once for a catalog. A later gold price moves all prices together, so that neighbors stay
 * neighbors but for pieces whose fee is large for their weight: `relatedTo` compares those it meets at
 * today's prices.
 */
export function indexRelated<Each extends Piece>(
  pieces: readonly Each[],
  priceOf: PriceOf<Each>,
): RelatedIndex<Each> {
  const priced = pieces.map((piece) => ({ piece, price: priceOf(piece) ?? Infinity }))
  priced.sort((one, other) => (one.price === other.price ? 0 : one.price - other.price))
  const index: RelatedIndex<Each> = { all: emptyList(), byCategory: new Map() }
  for (const { piece } of priced) {
    append(index.all, piece)
    for (const { id } of piece.categories) {
      const list = index.byCategory.get(id) ?? emptyList()
      index.byCategory.set(id, list)
      append(list, piece)
    }
  }
  return index
}

/**
 * Which other pieces are under one: first those that share a category with it, then others, each time
 * the nearest in price. One without a price comes after all with one. Never the piece itself [FACTS-11].
 * Looks at a few neighbors in each list, however long the lists are. Among equal prices these are other
 * pieces for each piece.
 */
export function relatedTo<Each extends Piece>(
  piece: Each,
  { all, byCategory }: RelatedIndex<Each>,
  priceOf: PriceOf<Each>,
): Each[] {
  const akin = new Map<string, Neighbor<Each>>()
  for (const { id } of piece.categories) {
    const list = byCategory.get(id)
    if (!list) continue
    for (const each of nearest(piece, list, maxRelated, priceOf)) akin.set(each.piece.id, each)
  }
  const related = [...akin.values()].toSorted(byDistance).slice(0, maxRelated)
  if (related.length < maxRelated) {
    const others = nearest(piece, all, maxRelated + related.length, priceOf)
    related.push(...others.filter((each) => !akin.has(each.piece.id)))
  }
  return related.slice(0, maxRelated).map((each) => each.piece)
}

/** `away`: how far the prices are from each other, in cents. */
type Neighbor<Each> = { piece: Each; away: number }

function nearest<Each extends Piece>(
  piece: Each,
  { pieces, places }: ByPrice<Each>,
  count: number,
  priceOf: PriceOf<Each>,
): Neighbor<Each>[] {
  const price = priceOf(piece)
  const neighborAt = (place: number): Neighbor<Each> | null => {
    const other = pieces[place]
    if (!other) return null
    const theirs = priceOf(other)
    const away = price === null || theirs === null ? Infinity : Math.abs(theirs - price)
    return { piece: other, away }
  }
  const own = places.get(piece.id)
  // A sold piece has a page, too, and is in no list.
  const place = own ?? placeOf(price, pieces, priceOf)
  let below = place - 1
  let above = own === undefined ? place : place + 1
  let under = neighborAt(below)
  let over = neighborAt(above)
  const found: Neighbor<Each>[] = []
  while (found.length < count) {
    const isUnder =
      under !== null &&
      (over === null ||
        under.away < over.away ||
        (under.away === over.away && place - below <= above - place))
    const next = isUnder ? under : over
    if (next === null) break
    found.push(next)
    if (isUnder) under = neighborAt(--below)
    else over = neighborAt(++above)
  }
  return found
}

/** Where a price belongs in a list, by halves. */
function placeOf<Each>(price: Cents | null, pieces: readonly Each[], priceOf: PriceOf<Each>) {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const theirs = priceOf(pieces[middle] as Each)
    if ((theirs ?? Infinity) < (price ?? Infinity)) low = middle + 1
    else high = middle
  }
  return low
}

const byDistance = (one: Neighbor<unknown>, other: Neighbor<unknown>) =>
  one.away === other.away ? 0 : one.away - other.away

const emptyList = <Each>(): ByPrice<Each> => ({ pieces: [], places: new Map() })

function append<Each extends Piece>({ pieces, places }: ByPrice<Each>, piece: Each) {
  // A category that is named twice on a piece lists it once.
  if (places.has(piece.id)) return
  places.set(piece.id, pieces.length)
  pieces.push(piece)
}

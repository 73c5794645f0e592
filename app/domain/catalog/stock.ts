/**
 * Pieces of a product, as they are stored. `pieces`: there and not sold, those in a checkout among them;
 * null: made to order, as many as wanted. `reserved`: of orders that are not paid yet.
 */
export type StoredStock = { pieces: number | null; reserved: number }

/** Of a product whose pieces are counted. `counted`: how many there were when staff last said so. */
export type Stock = { pieces: number; reserved: number; counted: number }

export const maxPieces = 9999

/** A checkout is started; null where fewer are free [STOCK-02]. */
export function reserve<Each extends StoredStock>(stock: Each, quantity: number): Each | null {
  if (stock.pieces !== null && freeOf(stock) < quantity) return null
  return { ...stock, reserved: stock.reserved + quantity }
}

/** It ended unpaid. */
export function release<Each extends StoredStock>(stock: Each, quantity: number): Each {
  return { ...stock, reserved: stock.reserved - quantity }
}

/** It was paid. */
export function sell<Each extends StoredStock>(stock: Each, quantity: number): Each {
  const pieces = stock.pieces === null ? null : stock.pieces - quantity
  return { ...release(stock, quantity), pieces }
}

/** Sold pieces are here again and for sale. */
export function putBack<Each extends StoredStock>(stock: Each, quantity: number): Each {
  return stock.pieces === null ? stock : { ...stock, pieces: stock.pieces + quantity }
}

/**
 * What is left after staff wrote a number over the one they saw. What was sold or came back in between
 * stays counted: from 3 to 5 is two more, also where one of the three was sold meanwhile [STOCK-06].
 */
export function recounted(
  stored: number | null,
  { seen, typed }: { seen: number | null; typed: number | null },
): number | null {
  if (stored === null || seen === null || typed === null) return typed
  return Math.max(0, stored + typed - seen)
}

/** Why staff cannot say that so many are left; null where they can. */
export function whyNotCounted(pieces: number | null, { reserved }: StoredStock): string | null {
  if (pieces === null || pieces >= reserved) return null
  const what = reserved === 1 ? '1 is' : `${reserved} are`
  return `${what} in a checkout just now. Leave at least ${reserved}, or cancel the order first.`
}

function freeOf({ pieces, reserved }: { pieces: number | null; reserved: number }): number {
  return pieces === null ? Number.POSITIVE_INFINITY : pieces - reserved
}

const are = (count: number) => (count === 1 ? 'is' : 'are')

/** Why so many cannot be had at all; null where they can, be it after somebody else's checkout. */
export function whyNotLeft(name: string, wanted: number, { pieces }: StoredStock): string | null {
  if (pieces === null || pieces >= wanted) return null
  if (pieces === 0) return `${name} is sold.`
  const most = pieces === 1 ? 'one' : `no more than ${pieces}`
  return `Only ${pieces} of ${name} ${are(pieces)} left. Please take ${most}.`
}

/** Why so many cannot be had now [STOCK-03]. */
export function whyNotFree(name: string, wanted: number, stock: StoredStock): string | null {
  const gone = whyNotLeft(name, wanted, stock)
  const free = freeOf(stock)
  if (gone !== null || free >= wanted) return gone
  const { pieces, reserved } = stock
  if (free > 0) {
    return `Only ${free} of ${name} can be had just now; ${reserved} ${are(reserved)} in someone’s checkout.`
  }
  const what = pieces === 1 ? name : `Each ${name} that is left`
  return `${what} is in someone’s checkout just now. If it is not bought there, it is for sale again; please look again later.`
}

/** How many of each product an order takes, whatever their sizes; by id, in the order of its bytes. */
export function piecesByProduct(
  lines: readonly { productId: string; quantity: number }[],
): [id: string, quantity: number][] {
  const wanted = new Map<string, number>()
  for (const { productId, quantity } of lines) {
    wanted.set(productId, (wanted.get(productId) ?? 0) + quantity)
  }
  return [...wanted].sort(([one], [other]) => (one < other ? -1 : 1))
}

export type ShownStock = {
  /** Null: made to order. */
  words: string | null
  isSold: boolean
  /** As schema.org names it. */
  availability: 'InStock' | 'LimitedAvailability' | 'SoldOut'
}

/** More than this many are not few. */
const fewPieces = 5

/** As shoppers are told [STOCK-05]. */
export function stockForShop(stock: Stock | null): ShownStock {
  if (stock === null) return { words: null, isSold: false, availability: 'InStock' }
  const free = freeOf(stock)
  if (stock.pieces === 0) return { words: 'Sold', isSold: true, availability: 'SoldOut' }
  const words =
    free <= 0
      ? 'In someone’s checkout just now'
      : stock.counted === 1
        ? 'One of a kind'
        : `${free <= fewPieces ? 'Only ' : ''}${free} left`
  return { words, isSold: false, availability: 'LimitedAvailability' }
}

/** As staff are told: `One of a kind`, `2 left, 1 of them in a checkout` [STOCK-04]. */
export function stockForStaff({ pieces, reserved, counted }: Stock): string {
  if (pieces === 0) return 'None left'
  const left = counted === 1 && pieces === 1 ? 'One of a kind' : `${pieces} left`
  if (reserved === 0) return left
  return pieces === 1 ? `${left}, in a checkout` : `${left}, ${reserved} of them in a checkout`
}

/**
 * Pieces of a product, as they are stored. `pieces`: there and not sold, those in a checkout among them;
 * null: made to order, as many as wanted. `reserved`: of orders that are not paid yet.
 */
export type StoredStock = { pieces: number | null; reserved: number }

/** Of a product whose pieces are counted. `counted`: how many there were when staff last said so. */
export type Stock = { pieces: number; reserved: number; counted: number }

export const maxPieces = 9999

/** As staff write it; null for any other text. */
export function readPieces(input: string): number | null {
  return /^\d{1,4}$/.test(input) && Number(input) <= maxPieces ? Number(input) : null
}

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
 * stays counted: from 3 to 5 is two more, also where one of the three was sold in the meantime [STOCK-06].
 */
export function recounted(
  stored: number | null,
  { seen, typed }: { seen: number | null; typed: number | null },
): number | null {
  if (stored === null || seen === null || typed === null) return typed
  return Math.max(0, stored + typed - seen)
}

/** Why staff cannot say that so many are left; null where they can. */
export function countProblem(pieces: number | null, { reserved }: StoredStock): string | null {
  if (pieces === null || pieces >= reserved) return null
  const what = reserved === 1 ? '1 is' : `${reserved} are`
  return `${what} in a checkout right now. Leave at least ${reserved}, or cancel the order first.`
}

export const countedTwice =
  'Pieces are counted for the whole product or for each size, not both. Please leave one of them blank.'

function freeOf({ pieces, reserved }: { pieces: number | null; reserved: number }): number {
  return pieces === null ? Number.POSITIVE_INFINITY : pieces - reserved
}

const are = (count: number) => (count === 1 ? 'is' : 'are')

/** Why so many cannot be had at all; null where they can, be it after somebody else's checkout. */
export function stockLeftProblem(
  name: string,
  wanted: number,
  { pieces }: StoredStock,
): string | null {
  if (pieces === null || pieces >= wanted) return null
  if (pieces === 0) return `${name} is sold.`
  const most = pieces === 1 ? 'one' : `no more than ${pieces}`
  return `Only ${pieces} of ${name} ${are(pieces)} left. Please take ${most}.`
}

/** Why so many cannot be had now [STOCK-03]. */
export function availabilityProblem(
  name: string,
  wanted: number,
  stock: StoredStock,
): string | null {
  const gone = stockLeftProblem(name, wanted, stock)
  const free = freeOf(stock)
  if (gone !== null || free >= wanted) return gone
  const { pieces, reserved } = stock
  if (free > 0) {
    return `Only ${free} of ${name} ${are(free)} available right now; ${reserved} ${are(reserved)} in someone’s checkout.`
  }
  const what = pieces === 1 ? name : `Each ${name} that is left`
  return `${what} is in someone’s checkout right now. If they don’t buy it, it will be available again. Please check back soon.`
}

/** A product and its sizes, counted as a whole, by size, or not at all. */
export type CountedProduct = {
  name: string
  stock?: StoredStock | null | undefined
  sizes: readonly { size: string; key: string; stock?: StoredStock }[]
}

/** What a line of an order takes from one count. `size`: the key of the size, empty for the product. */
export type TakenPieces = {
  productId: string
  size: string
  /** `Wave`, or of a size `Wave (Small)`. */
  name: string
  stock: StoredStock
  quantity: number
}

/** How many an order takes of each count; what is made to order is left out [STOCK-01]. */
export function takenPieces(
  lines: readonly { productId: string; size: string; quantity: number }[],
  products: ReadonlyMap<string, CountedProduct>,
): TakenPieces[] {
  const taken = new Map<string, TakenPieces>()
  for (const { productId, size: label, quantity } of lines) {
    const product = products.get(productId)
    const size = product?.sizes.find((each) => each.size === label)
    const isWhole = isCounted(product?.stock)
    const stock = isWhole ? product?.stock : size?.stock
    if (!product || !isCounted(stock)) continue
    const key = isWhole ? '' : (size?.key ?? '')
    const of = JSON.stringify([productId, key])
    taken.set(of, {
      ...{ productId, size: key, stock },
      name: isWhole ? product.name : nameOfSize(product.name, label),
      quantity: (taken.get(of)?.quantity ?? 0) + quantity,
    })
  }
  return [...taken.values()]
}

export const nameOfSize = (name: string, label: string): string => `${name} (${label})`

export function isCounted<Each extends StoredStock>(stock: Each | null | undefined): stock is Each {
  return typeof stock?.pieces === 'number'
}

/** Of all counts together; null where one of them is none. */
export function stockInAll(stocks: readonly (Stock | null | undefined)[]): Stock | null {
  const sum = { pieces: 0, reserved: 0, counted: 0 }
  for (const stock of stocks) {
    if (!stock) return null
    sum.pieces += stock.pieces
    sum.reserved += stock.reserved
    sum.counted += stock.counted
  }
  return stocks.length === 0 ? null : sum
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

/** As shoppers are told [STOCK-05]; the last piece of a size is not the only one of its design. */
export function stockForShop(stock: Stock | null, of: 'product' | 'size' = 'product'): ShownStock {
  if (stock === null) return { words: null, isSold: false, availability: 'InStock' }
  const free = freeOf(stock)
  if (stock.pieces === 0) return { words: 'Sold', isSold: true, availability: 'SoldOut' }
  const words =
    free <= 0
      ? 'In someone’s checkout right now'
      : stock.counted === 1 && of === 'product'
        ? 'One of a kind'
        : `${free <= fewPieces ? 'Only ' : ''}${free} left`
  return { words, isSold: false, availability: 'LimitedAvailability' }
}

/** Of a product that is counted by size: `3 left in 2 sizes, 1 of them in a checkout` [STOCK-10]. */
export function stockOfSizesForStaff(stocks: readonly Stock[]): string | null {
  const all = stockInAll(stocks)
  if (!all || all.pieces === 0) return all && 'None left'
  const sizes = stocks.filter(({ pieces }) => pieces > 0).length
  const left = `${all.pieces} left in ${sizes === 1 ? '1 size' : `${sizes} sizes`}`
  return all.reserved === 0 ? left : `${left}, ${all.reserved} of them in a checkout`
}

/** As staff are told: `One of a kind`, `2 left, 1 of them in a checkout` [STOCK-04]. */
export function stockForStaff({ pieces, reserved, counted }: Stock): string {
  if (pieces === 0) return 'None left'
  const left = counted === 1 && pieces === 1 ? 'One of a kind' : `${pieces} left`
  if (reserved === 0) return left
  return pieces === 1 ? `${left}, in a checkout` : `${left}, ${reserved} of them in a checkout`
}

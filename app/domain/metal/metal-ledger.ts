/**
 * The maker's gold as double entry, in mg: each entry moves grams between these accounts, and its
 * postings add up to zero. What is here is above zero (docs/decisions/067-metal-ledger.md).
 */
const accounts = [
  /** Fine gold at the shop: grain, bars, scrap that was melted. */
  'stock',
  /** Cast pieces, finished or in work. */
  'pieces',
  /** Sent to buyers, less what came back. */
  'buyers',
  /** Below zero, what was bought; sold as scrap, above. */
  'suppliers',
  /** Lost in casting and finishing, less what was found. */
  'lost',
  /** Below zero: what was here when the ledger began. */
  'opening',
  /** Below zero: sold and not sent yet, and the promise it is the other side of. */
  'owed',
  'promised',
] as const
type Account = (typeof accounts)[number]

export type MetalPostings = Partial<Record<Account, number>>

/** What staff enter manually. */
export const metalKinds = [
  'opening',
  'purchase',
  'scrap',
  'cast',
  'melted',
  'loss',
  'loss of pieces',
  'found',
] as const
export type MetalKind = (typeof metalKinds)[number]

/** Not `-mg`, which makes minus zero of zero. */
const minus = (mg: number) => 0 - mg

export const openingEntry = (here: { stock: number; pieces: number }): MetalPostings => ({
  ...here,
  opening: minus(here.stock + here.pieces),
})

/** One weight that moves, by what was entered. */
export function handEntry(kind: Exclude<MetalKind, 'opening'>, mg: number): MetalPostings {
  switch (kind) {
    case 'purchase':
      return { stock: mg, suppliers: minus(mg) }
    case 'scrap':
      return { suppliers: mg, stock: minus(mg) }
    case 'cast':
      return { pieces: mg, stock: minus(mg) }
    case 'melted':
      return { stock: mg, pieces: minus(mg) }
    case 'loss':
      return { lost: mg, stock: minus(mg) }
    case 'loss of pieces':
      return { lost: mg, pieces: minus(mg) }
    case 'found':
      return { stock: mg, lost: minus(mg) }
  }
}

/** A paid order promises its grams. */
export const soldEntry = (mg: number): MetalPostings => ({ promised: mg, owed: minus(mg) })

/** Refunded before shipping. */
export const unsoldEntry = (mg: number): MetalPostings => ({ owed: mg, promised: minus(mg) })

/** A parcel left: the promise of what was sold is kept with what the scale said. */
export const sentEntry = (soldMg: number, actualMg: number): MetalPostings => ({
  ...unsoldEntry(soldMg),
  pieces: minus(actualMg),
  buyers: actualMg,
})

/** Pieces came back and were refunded. */
export const returnedEntry = (mg: number): MetalPostings => ({ pieces: mg, buyers: minus(mg) })

/** Takes an entry back, whole. */
export const reversalOf = (postings: MetalPostings): MetalPostings =>
  Object.fromEntries(Object.entries(postings).map(([account, mg]) => [account, minus(mg)]))

export function balancesOf(entries: readonly MetalPostings[]): Record<Account, number> {
  const sum = (account: Account) =>
    entries.reduce((total, postings) => total + (postings[account] ?? 0), 0)
  return Object.fromEntries(accounts.map((account) => [account, sum(account)])) as Record<
    Account,
    number
  >
}

export type Position = {
  stock: number
  pieces: number
  /** Sold and not sent yet. */
  owed: number
  /** Of custom work whose deposit is paid. */
  custom: number
  /** Of both, what is not yet bought. */
  toBuy: number
  /** Here, and not sold. */
  spare: number
}

/**
 * What of the grams that were sold, or that a deposit was paid for, must be bought: those that are
 * neither here as gold nor as pieces.
 */
export function positionOf({
  custom = 0,
  ...here
}: Pick<Position, 'stock' | 'pieces' | 'owed'> & { custom?: number }): Position {
  const missing = here.owed + custom - here.stock - here.pieces
  return { ...here, custom, toBuy: Math.max(0, missing), spare: Math.max(0, 0 - missing) }
}

/** The account an entry takes its gold from; null where it brings some. */
export function takenFrom(kind: MetalKind): 'stock' | 'pieces' | null {
  if (kind === 'melted' || kind === 'loss of pieces') return 'pieces'
  return kind === 'scrap' || kind === 'cast' || kind === 'loss' ? 'stock' : null
}

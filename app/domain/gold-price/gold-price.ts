import type { PricePerGram, PricePerOunce } from './rates.ts'

/** Sources with a name of the specification; any other is the name of a feed. */
export const handSet = 'admin-exact'
export const fallbackSource = 'fallback'

/** When a price was true, ISO 8601 in UTC; null for the default record, which never was. */
export function takenAtOf({
  source,
  takenAt,
}: Pick<GoldPrice, 'source' | 'takenAt'>): string | null {
  return source === fallbackSource ? null : takenAt.toISOString()
}

/** Where a price is from, as people read it; null where the state says it: a fallback is from nowhere. */
export function sourceLabel(source: string): string | null {
  if (source === fallbackSource || source === '') return null
  if (source === handSet || source === 'admin') return 'set by us'
  return source === 'website' ? 'shop website' : source
}

/** The end of a sentence about a price: `set by us`, `from gold-api`; null as `sourceLabel`. */
export function sourcePhrase(source: string): string | null {
  const label = sourceLabel(source)
  return label === null || label === 'set by us' ? label : `from ${label}`
}

/** The gold price the shop sells at, as one moment's record. All rates in ten-thousandths of USD. */
export type GoldPrice = {
  perOunce: PricePerOunce
  /** The basis of every sum [D1]. */
  perGram: PricePerGram
  /** Since the previous close, dollars per ounce × 10,000; may be negative. */
  change: number
  /** In percent, as given: -1.02. Shown, never reckoned with. */
  changePercent: number
  source: string
  /** When the source says this price was true, or when it was set. */
  takenAt: Date
  bid: PricePerOunce | null
  ask: PricePerOunce | null
  low: PricePerOunce | null
  high: PricePerOunce | null
  /** What went wrong at the last attempt to renew it, in words for the reader; null when well. */
  errorMessage: string | null
}

/** Defaults on failure [GOLD-16, D1]: both constants verbatim, priced from 92.77 a gram. */
export const defaultGoldPrice: GoldPrice = {
  perOunce: 28_863_200 as PricePerOunce,
  perGram: 927_700 as PricePerGram,
  change: 0,
  changePercent: 0,
  source: fallbackSource,
  takenAt: new Date(0),
  bid: null,
  ask: null,
  low: null,
  high: null,
  errorMessage: null,
}

/** Exactly one at a time [LIVE-02]. */
export const goldPriceStates = [
  'live',
  'set by hand',
  'market closed',
  'stale',
  'held',
  'indicative',
] as const
export type GoldPriceState = (typeof goldPriceStates)[number]

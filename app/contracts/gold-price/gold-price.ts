import {
  defaultGoldPrice,
  fallbackSource,
  type GoldPrice,
  type GoldPriceState,
  takenAtOf,
} from '#app/domain/gold-price/gold-price.ts'
import {
  type PricePerGram,
  type PricePerOunce,
  rateToNumber,
} from '#app/domain/gold-price/rates.ts'

/** The gold price as a page shows it: made by the server, by an answer, or by an event. */
export type ShownGoldPrice = {
  price: PricePerOunce
  pricePerGram: PricePerGram
  /** Dollars per ounce × 10,000 since the previous close; may be negative. */
  change: number
  /** In percent: -1.02. */
  changePercent: number
  /** False where the change is unknown: set manually, fallback, no close to compare with. */
  changeKnown: boolean
  source: string
  /** null where it is unknown: before the first answer, after an event of another script. */
  state: GoldPriceState | null
  /** ISO 8601 in UTC. */
  takenAt: string | null
  error: string | null
}

/** Name of the browser's event and of the stream's [GOLD-07, LIVE-01]. */
export const goldPriceEvent = 'goldPriceUpdated'

/** The widget before its first answer [GOLD-06, D10]: shown dimmed, as not yet updated. */
export const beforeFirstResponse: ShownGoldPrice = {
  price: defaultGoldPrice.perOunce,
  pricePerGram: defaultGoldPrice.perGram,
  change: -297_700,
  changePercent: -1.02,
  changeKnown: true,
  source: fallbackSource,
  state: null,
  takenAt: null,
  error: null,
}

/** What the server knows, for the first paint. */
export function shownOf(gold: GoldPrice, state: GoldPriceState): ShownGoldPrice {
  return {
    price: gold.perOunce,
    pricePerGram: gold.perGram,
    change: gold.change,
    changePercent: gold.changePercent,
    changeKnown: isKnown(gold),
    source: gold.source,
    state,
    takenAt: takenAtOf(gold),
    error: gold.errorMessage,
  }
}

/** Defaults on failure [GOLD-14, GOLD-15, GOLD-16]. */
export function shownDefault(error: string): ShownGoldPrice {
  return { ...shownOf(defaultGoldPrice, 'indicative'), error }
}

/** The documented answer of `/.netlify/functions/gold` and of the stream [GOLD-11, DATA-11]. */
export type GoldPriceResponse = ReturnType<typeof writeGoldPriceResponse>

/**
 * A record that was never fetched, or whose last renewal failed, has success false with its error
 * beside a usable price [D46, GOLD-13].
 */
export function writeGoldPriceResponse(
  gold: GoldPrice,
  state: GoldPriceState,
  lastUpdated: Date | null,
) {
  const isDefault = gold.source === fallbackSource
  const takenAt = takenAtOf(gold)
  const optional = (rate: GoldPrice['bid']) => (rate === null ? null : rateToNumber(rate))
  return {
    success: !isDefault && gold.errorMessage === null,
    /** US dollars per troy ounce. */
    price: rateToNumber(gold.perOunce),
    change: rateToNumber(gold.change),
    changePercent: gold.changePercent,
    /** When the source says the price was true, ISO 8601 in UTC; null for the default record. */
    timestamp: takenAt,
    /** When the shop stored it. */
    lastUpdated: isDefault ? null : (lastUpdated ?? gold.takenAt).toISOString(),
    /** US dollars per gram. */
    pricePerGram: rateToNumber(gold.perGram),
    source: gold.source,
    bid: optional(gold.bid),
    ask: optional(gold.ask),
    low: optional(gold.low),
    high: optional(gold.high),
    error: gold.errorMessage,
    /** Beyond the documented fields: which of the six states, and `timestamp` by its own name. */
    state,
    takenAt,
  }
}

/** Both are 0 where they are unknown; a price that has not changed says as little. */
export function isKnown({
  change,
  changePercent,
}: Pick<GoldPrice, 'change' | 'changePercent'>): boolean {
  return change !== 0 || changePercent !== 0
}

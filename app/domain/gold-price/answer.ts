import { fallbackSource, type GoldPrice, type GoldPriceState, takenAtOf } from './gold-price.ts'
import { rateToNumber } from './rates.ts'

/** The documented answer of `/.netlify/functions/gold` and of the stream [GOLD-11, DATA-11]. */
export type GoldAnswer = {
  success: boolean
  /** US dollars per troy ounce. */
  price: number
  change: number
  changePercent: number
  /** When the source says the price was true, ISO 8601 in UTC; null for the default record. */
  timestamp: string | null
  /** When the shop stored it. */
  lastUpdated: string | null
  /** US dollars per gram. */
  pricePerGram: number
  source: string
  bid: number | null
  ask: number | null
  low: number | null
  high: number | null
  error: string | null
  /** Beyond the documented fields: which of the six states, and `timestamp` by its own name. */
  state: GoldPriceState
  takenAt: string | null
}

/**
 * A record that was never fetched, or whose last renewal failed, has success false with its error
 * beside a usable price [D46, GOLD-13].
 */
export function answerOf(
  gold: GoldPrice,
  state: GoldPriceState,
  lastUpdated: Date | null,
): GoldAnswer {
  const isDefault = gold.source === fallbackSource
  const takenAt = takenAtOf(gold)
  const optional = (rate: GoldPrice['bid']) => (rate === null ? null : rateToNumber(rate))
  return {
    success: !isDefault && gold.errorMessage === null,
    price: rateToNumber(gold.perOunce),
    change: rateToNumber(gold.change),
    changePercent: gold.changePercent,
    timestamp: takenAt,
    lastUpdated: isDefault ? null : (lastUpdated ?? gold.takenAt).toISOString(),
    pricePerGram: rateToNumber(gold.perGram),
    source: gold.source,
    bid: optional(gold.bid),
    ask: optional(gold.ask),
    low: optional(gold.low),
    high: optional(gold.high),
    error: gold.errorMessage,
    state,
    takenAt,
  }
}

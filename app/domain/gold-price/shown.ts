import {
  defaultGoldPrice,
  fallbackSource,
  type GoldPrice,
  type GoldPriceState,
  goldPriceStates,
  handSet,
  takenAtOf,
  widgetDefault,
} from './gold-price.ts'
import {
  type PricePerGram,
  type PricePerOunce,
  parsePerGram,
  parsePerOunce,
  perGramOf,
  perOunceOf,
} from './rates.ts'

/** The gold price as a page shows it: made by the server, by an answer, or by an event. */
export type ShownGoldPrice = {
  price: PricePerOunce
  pricePerGram: PricePerGram
  /** Dollars per ounce × 10,000 since the previous close; may be negative. */
  change: number
  /** In percent: -1.02. */
  changePercent: number
  /** False where nothing told how the price moved: set by hand, fallback, no close to compare with. */
  changeKnown: boolean
  source: string
  /** null where nothing has told it: before the first answer, after a stranger's event. */
  state: GoldPriceState | null
  /** ISO 8601 in UTC. */
  takenAt: string | null
  error: string | null
}

/** All that is read of an answer [GOLD-11]. */
export type ReadGoldAnswer = ShownGoldPrice & {
  lastUpdated: string | null
  bid: PricePerOunce | null
  ask: PricePerOunce | null
  low: PricePerOunce | null
  high: PricePerOunce | null
}

/** Asked with GET, without a payload, on load and every two minutes [GOLD-05]. */
export const goldAnswerAddress = '/.netlify/functions/gold'
/** Name of the browser's event and of the stream's [GOLD-07, LIVE-01]. */
export const goldPriceEvent = 'goldPriceUpdated'

/** The widget before its first answer [GOLD-06]: shown dimmed, as not yet updated. */
export const beforeFirstAnswer: ShownGoldPrice = {
  price: widgetDefault.perOunce,
  pricePerGram: widgetDefault.perGram,
  change: widgetDefault.change,
  changePercent: widgetDefault.changePercent,
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

const invalidAnswer = 'Invalid response from gold price API'

/**
 * The documented answer. Without success and without pricePerGram it throws the answer's own error
 * text, or a fixed one [GOLD-12]; without success but with pricePerGram it counts [GOLD-13]. A
 * missing half of the pair ounce and gram is reckoned from the other; figures that are no price
 * make the answer invalid.
 */
export function readGoldAnswer(json: unknown): ReadGoldAnswer {
  const answer = recordOf(json)
  const error = textOf(answer.error)
  const givenPerGram = perGramFrom(answer.pricePerGram)
  if (answer.success !== true && givenPerGram === null) throw new Error(error ?? invalidAnswer)
  const givenPerOunce = perOunceFrom(answer.price)
  const pricePerGram = givenPerGram ?? (givenPerOunce === null ? null : perGramOf(givenPerOunce))
  if (pricePerGram === null) throw new Error(error ?? invalidAnswer)
  const source = textOf(answer.source) ?? ''
  const change = Math.round(finiteFrom(answer.change) * 10_000)
  const changePercent = finiteFrom(answer.changePercent)
  const lastUpdated = timeFrom(answer.lastUpdated)
  return {
    price: givenPerOunce ?? perOunceOf(pricePerGram),
    pricePerGram,
    change,
    changePercent,
    changeKnown: isKnown({ change, changePercent }),
    source,
    state: stateFrom(answer.state) ?? stateToldBy(source),
    takenAt:
      source === fallbackSource
        ? null
        : (timeFrom(answer.takenAt) ?? timeFrom(answer.timestamp) ?? lastUpdated),
    error,
    lastUpdated,
    bid: perOunceFrom(answer.bid),
    ask: perOunceFrom(answer.ask),
    low: perOunceFrom(answer.low),
    high: perOunceFrom(answer.high),
  }
}

type FetchLike = (
  address: string,
) => Promise<Pick<Response, 'ok' | 'status' | 'statusText' | 'json'>>

/** Asks once. Never throws: whatever fails becomes the defaults with its reason [GOLD-14, GOLD-15]. */
export async function fetchGoldPrice(fetchLike: FetchLike): Promise<ShownGoldPrice> {
  try {
    const response = await fetchLike(goldAnswerAddress)
    if (!response.ok) return shownDefault(`HTTP ${response.status}: ${response.statusText}`)
    return readGoldAnswer(await response.json())
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return shownDefault(message || 'Failed to fetch gold price')
  }
}

/**
 * What a widget shows once an answer came. An error keeps the last good price and tells the error
 * beside it [GOLD-09]; the defaults replace only what was never a good price [D10].
 */
export function afterAnswer(previous: ShownGoldPrice, answer: ShownGoldPrice): ShownGoldPrice {
  const failed = answer.source === fallbackSource && answer.error !== null
  const hadGood = previous.source !== fallbackSource
  return failed && hadGood ? { ...previous, error: answer.error } : answer
}

/**
 * What a widget shows once the browser's event came [GOLD-07, GOLD-08]: per ounce = 31.1035 ×
 * pricePerGram, change and percent 0. An event whose pricePerGram is not a finite number above 0
 * changes nothing [D8]: `previous` itself comes back.
 */
export function afterEvent(previous: ShownGoldPrice, detail: unknown): ShownGoldPrice {
  const told = recordOf(detail)
  const pricePerGram = perGramFrom(told.pricePerGram)
  if (pricePerGram === null) return previous
  const source = textOf(told.source) ?? previous.source
  return {
    price: perOunceOf(pricePerGram),
    pricePerGram,
    change: 0,
    changePercent: 0,
    // As written [GOLD-08]: shown as a neutral zero until the next answer [D8].
    changeKnown: true,
    source,
    state: stateFrom(told.state) ?? stateToldBy(source),
    takenAt: timeFrom(told.timestamp),
    error: null,
  }
}

/** Both are 0 where they are unknown; a price that stands where it stood says as little. */
function isKnown({ change, changePercent }: Pick<GoldPrice, 'change' | 'changePercent'>): boolean {
  return change !== 0 || changePercent !== 0
}

/** Two sources tell the state by their name alone; for the others only the server knows it. */
function stateToldBy(source: string): GoldPriceState | null {
  if (source === handSet) return 'set by hand'
  return source === fallbackSource ? 'indicative' : null
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

// A number's shortest text is the decimal its writer meant: 92.77, not 92.7699999….
const perGramFrom = (value: unknown) =>
  typeof value === 'number' ? parsePerGram(String(value)) : null
const perOunceFrom = (value: unknown) =>
  typeof value === 'number' ? parsePerOunce(String(value)) : null

function finiteFrom(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function stateFrom(value: unknown): GoldPriceState | null {
  return goldPriceStates.find((state) => state === value) ?? null
}

/** ISO text or milliseconds since 1970, as both are in use for `timestamp`. */
function timeFrom(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

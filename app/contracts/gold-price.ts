// zod/mini: every public page carries this, and whole Zod is several times its size.
import * as z from 'zod/mini'
import {
  defaultGoldPrice,
  fallbackSource,
  type GoldPrice,
  type GoldPriceState,
  goldPriceStates,
  handSet,
  takenAtOf,
} from '#app/domain/gold-price/gold-price.ts'
import {
  type PricePerGram,
  type PricePerOunce,
  parsePerGram,
  parsePerOunce,
  perGramOf,
  perOunceOf,
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
  /** False where the change is unknown: set by hand, fallback, no close to compare with. */
  changeKnown: boolean
  source: string
  /** null where it is unknown: before the first answer, after an event of another script. */
  state: GoldPriceState | null
  /** ISO 8601 in UTC. */
  takenAt: string | null
  error: string | null
}

/** Asked with GET, without a payload, on load and every two minutes [GOLD-05]. */
export const goldAnswerAddress = '/.netlify/functions/gold'
/** Name of the browser's event and of the stream's [GOLD-07, LIVE-01]. */
export const goldPriceEvent = 'goldPriceUpdated'

/** The widget before its first answer [GOLD-06, D10]: shown dimmed, as not yet updated. */
export const beforeFirstAnswer: ShownGoldPrice = {
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
export type GoldPriceAnswer = ReturnType<typeof writeGoldPriceAnswer>

/**
 * A record that was never fetched, or whose last renewal failed, has success false with its error
 * beside a usable price [D46, GOLD-13].
 */
export function writeGoldPriceAnswer(
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

/** What cannot be read counts as not given. */
const orNull = <T extends z.ZodMiniType>(schema: T) => z.catch(z.nullable(schema), null)
// A number's shortest text is the decimal its writer meant: 92.77, not 92.7699999….
const rate = <Rate>(parse: (text: string) => Rate | null) =>
  z.catch(
    z.pipe(
      z.number(),
      z.transform((value: number) => parse(String(value))),
    ),
    null,
  )
const perOunce = rate(parsePerOunce)
const number = z.catch(z.number(), 0)
const text = orNull(z.string().check(z.minLength(1)))
/** ISO text or milliseconds since 1970, as both are in use for `timestamp`. */
const time = z.catch(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value: string | number) => {
      const at = new Date(value)
      return Number.isNaN(at.getTime()) ? null : at.toISOString()
    }),
  ),
  null,
)

/** An answer, or the detail of the browser's event, as others may write it. */
const answerFields = z.object({
  success: z.catch(z.boolean(), false),
  price: perOunce,
  change: number,
  changePercent: number,
  timestamp: time,
  lastUpdated: time,
  pricePerGram: rate(parsePerGram),
  source: text,
  bid: perOunce,
  ask: perOunce,
  low: perOunce,
  high: perOunce,
  error: text,
  state: orNull(z.enum(goldPriceStates)),
  takenAt: time,
})
const fieldsOf = (json: unknown) => answerFields.safeParse(json).data ?? answerFields.parse({})

const invalidAnswer = 'Invalid response from gold price API'

/**
 * The documented answer. Without success and without pricePerGram it throws the answer's own error
 * text, or a fixed one [GOLD-12]; without success but with pricePerGram it counts [GOLD-13]. A
 * missing half of the pair ounce and gram is computed from the other; figures that are no price
 * make the answer invalid.
 */
export function readGoldPriceAnswer(json: unknown) {
  const { success, timestamp, ...answer } = fieldsOf(json)
  const { error, lastUpdated } = answer
  const pricePerGram =
    answer.pricePerGram ?? (success && answer.price !== null ? perGramOf(answer.price) : null)
  if (pricePerGram === null) throw new Error(error ?? invalidAnswer)
  const source = answer.source ?? ''
  const change = Math.round(answer.change * 10_000)
  return {
    ...answer,
    price: answer.price ?? perOunceOf(pricePerGram),
    pricePerGram,
    change,
    changeKnown: isKnown({ change, changePercent: answer.changePercent }),
    source,
    state: answer.state ?? stateOfSource(source),
    takenAt: source === fallbackSource ? null : (answer.takenAt ?? timestamp ?? lastUpdated),
  } satisfies ShownGoldPrice
}

type FetchLike = (
  address: string,
) => Promise<Pick<Response, 'ok' | 'status' | 'statusText' | 'json'>>

/** Asks once. Never throws: whatever fails becomes the defaults with its reason [GOLD-14, GOLD-15]. */
export async function fetchGoldPrice(fetchLike: FetchLike): Promise<ShownGoldPrice> {
  try {
    const response = await fetchLike(goldAnswerAddress)
    if (!response.ok) return shownDefault(`HTTP ${response.status}: ${response.statusText}`)
    return readGoldPriceAnswer(await response.json())
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return shownDefault(message || 'Failed to fetch gold price')
  }
}

/**
 * What a widget shows after an answer. An error keeps the last good price and shows the error
 * beside it [GOLD-09]; the defaults replace only what was never a good price [D10].
 */
export function afterAnswer(previous: ShownGoldPrice, answer: ShownGoldPrice): ShownGoldPrice {
  const failed = answer.source === fallbackSource && answer.error !== null
  const hadGood = previous.source !== fallbackSource
  return failed && hadGood ? { ...previous, error: answer.error } : answer
}

/**
 * What a widget shows after the browser's event [GOLD-07, GOLD-08]: per ounce = 31.1035 ×
 * pricePerGram, change and percent 0. An event whose pricePerGram is not a finite number above 0
 * changes nothing [D8]: `previous` itself comes back.
 */
export function afterEvent(previous: ShownGoldPrice, detail: unknown): ShownGoldPrice {
  const { pricePerGram, timestamp, ...event } = fieldsOf(detail)
  if (pricePerGram === null) return previous
  const source = event.source ?? previous.source
  return {
    price: perOunceOf(pricePerGram),
    pricePerGram,
    change: 0,
    changePercent: 0,
    // As written [GOLD-08]: shown as a neutral zero until the next answer [D8].
    changeKnown: true,
    source,
    state: event.state ?? stateOfSource(source),
    takenAt: timestamp,
    error: null,
  }
}

/** Both are 0 where they are unknown; a price that stands where it stood says as little. */
function isKnown({ change, changePercent }: Pick<GoldPrice, 'change' | 'changePercent'>): boolean {
  return change !== 0 || changePercent !== 0
}

/** Two sources have one state each; for the others only the server knows it. */
function stateOfSource(source: string): GoldPriceState | null {
  if (source === handSet) return 'set by hand'
  return source === fallbackSource ? 'indicative' : null
}

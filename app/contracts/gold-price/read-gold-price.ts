// zod/mini: every public page carries this, and whole Zod is several times its size.
import * as z from 'zod/mini'
import {
  fallbackSource,
  type GoldPriceState,
  goldPriceStates,
  handSet,
} from '#app/domain/gold-price/gold-price.ts'
import { parsePerGram, parsePerOunce, perGramOf, perOunceOf } from '#app/domain/gold-price/rates.ts'
import { isKnown, type ShownGoldPrice, shownDefault } from './gold-price.ts'

/** Asked with GET, without a payload, on load and every two minutes [GOLD-05]. */
export const goldAnswerAddress = '/.netlify/functions/gold'

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
const responseFields = z.object({
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
const fieldsOf = (json: unknown) => responseFields.safeParse(json).data ?? responseFields.parse({})

const invalidResponse = 'Invalid response from gold price API'

/**
 * The documented answer. Without success and without pricePerGram it throws the answer's own error
 * text, or a fixed one [GOLD-12]; without success but with pricePerGram it counts [GOLD-13]. A
 * missing half of the pair ounce and gram is computed from the other; figures that are no price
 * make the answer invalid.
 */
export function readGoldPriceResponse(json: unknown) {
  const { success, timestamp, ...answer } = fieldsOf(json)
  const { error, lastUpdated } = answer
  const pricePerGram =
    answer.pricePerGram ?? (success && answer.price !== null ? perGramOf(answer.price) : null)
  if (pricePerGram === null) throw new Error(error ?? invalidResponse)
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
    return readGoldPriceResponse(await response.json())
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return shownDefault(message || 'Failed to fetch gold price')
  }
}

/**
 * What a widget shows after an answer. An error keeps the last good price and shows the error
 * beside it [GOLD-09]; the defaults replace only what was never a good price [D10].
 */
export function afterResponse(previous: ShownGoldPrice, answer: ShownGoldPrice): ShownGoldPrice {
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

/** Two sources have one state each; for the others only the server knows it. */
function stateOfSource(source: string): GoldPriceState | null {
  if (source === handSet) return 'set by hand'
  return source === fallbackSource ? 'indicative' : null
}

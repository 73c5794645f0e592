import { z } from 'zod'
import { isPlausible } from '#app/domain/gold-price/acceptance.ts'
import { type PricePerOunce, parsePerOunce } from '#app/domain/gold-price/rates.ts'
import { parseScaled, toSafeInteger } from '#app/domain/money/decimal.ts'
import { FeedFailure } from './gold-feed.ts'

/** What the JSON feeds share: numbers into exact rates, times that are not in the future. */

/** A figure beside the price that a service may leave out; one in another form counts as left out. */
export const optionalNumber = z.number().nullish().catch(null)

/** A JSON number as the decimal its writer meant: its shortest text, 4083.199951 → 4083.2000. */
export function priceFrom(feed: string, value: number): PricePerOunce {
  const price = parsePerOunce(String(value))
  if (price === null || !isPlausible(price)) {
    throw new FeedFailure(
      feed,
      `reported ${value}, which is no price of an ounce of gold in dollars`,
    )
  }
  return price
}

/** Beside the price: a figure that is no price is left out. */
export function optionalPriceFrom(value: number | null | undefined): PricePerOunce | null {
  const price = value == null ? null : parsePerOunce(String(value))
  return price !== null && isPlausible(price) ? price : null
}

/** Dollars, either way, to their ten-thousandths. */
export function changeFrom(value: number | null | undefined): number | null {
  const scaled = value == null ? null : parseScaled(String(value), 4)
  return scaled === null ? null : toSafeInteger(scaled)
}

/**
 * When the service says the price was true, in whatever form it says so [GOLD-27]. A clock ahead of
 * ours, or none, means now; where there is none the reading says so [FEED-03].
 */
export function takenFrom(value: unknown, now: Date): { takenAt: Date; hasOwnTime: boolean } {
  const time = timeIn(value)
  if (time === null) return { takenAt: now, hasOwnTime: false }
  return { takenAt: time > now ? now : time, hasOwnTime: true }
}

/** A text, or a number of seconds or milliseconds since 1970, also as a text; null for anything else. */
export function timeIn(value: unknown): Date | null {
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^\d{9,}(\.\d+)?$/.test(value))
  if (!isNumber && typeof value !== 'string') return null
  const time = new Date(isNumber ? inMilliseconds(Number(value)) : inUtc(String(value)))
  // Zero and the like are no time of a price.
  return time.getTime() > firstPrice ? time : null
}

const firstPrice = Date.UTC(2000, 0)

/** Seconds stay below 10^11 until the year 5138; milliseconds passed it in 1973. */
const inMilliseconds = (timestamp: number) => (timestamp < 1e11 ? timestamp * 1000 : timestamp)

/** A time without a zone is UTC, and not that of this machine. */
function inUtc(text: string): string {
  const [, day, time] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?: ?UTC)?$/.exec(text.trim()) ?? []
  return day ? `${day}T${time}Z` : text
}

/** The answer in the service's shape, or a failure that says where it is not. */
export function shapeOf<T extends z.ZodType>(
  feed: string,
  schema: T,
  answer: unknown,
): z.output<T> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const where = parsed.error.issues[0]?.path.join('.')
  throw new FeedFailure(feed, `answered in another shape${where ? ` (${where})` : ''}`)
}

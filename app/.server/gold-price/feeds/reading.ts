import { z } from 'zod'
import { isPlausible } from '#app/domain/gold-price/acceptance.ts'
import { type PricePerOunce, parsePerOunce } from '#app/domain/gold-price/rates.ts'
import { parseScaled, toSafeInteger } from '#app/domain/money/decimal.ts'
import { FeedFailure } from './gold-feed.ts'

/** What the JSON feeds share: numbers into exact rates, times that are not in the future. */

/** A field that a service may leave out or send as null. */
export const optionalNumber = z.number().nullish()

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
 * When the service says the price was true. A clock ahead of ours, or none, means now; where there is
 * none the reading says so [FEED-03].
 */
export function takenFrom(
  value: string | number | null | undefined,
  now: Date,
): { takenAt: Date; hasOwnTime: boolean } {
  const time = value == null ? null : new Date(value)
  if (!time || Number.isNaN(time.getTime())) return { takenAt: now, hasOwnTime: false }
  return { takenAt: time > now ? now : time, hasOwnTime: true }
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

import { fallbackSource, type GoldPrice, handSet } from './gold-price.ts'
import type { PricePerOunce } from './rates.ts'

/** An exact price set by hand rules for two hours [GOLD-19, GOLD-20, D47]. */
export const protectionMs = 72e5

/** The least and the most a troy ounce is believed to cost, in ten-thousandths of a dollar. */
const cheapest = 2_000_000
const dearest = 2_000_000_000

/**
 * True from $200 to $200,000 an ounce. Gold was last below the one in 1979, and the other is far
 * above it: a price beyond either is another unit, another currency or a slip, so no feed is
 * believed with it, not even at the first start when there is nothing to compare with.
 */
export function isPlausible(perOunce: number): boolean {
  return Number.isFinite(perOunce) && perOunce >= cheapest && perOunce <= dearest
}

/** Below two hours of age, and not at them [D47]. */
export function isProtected(source: string, setAt: Date, now: Date): boolean {
  return source === handSet && now.getTime() - setAt.getTime() < protectionMs
}

/** When that ends; null for a price that is not protected, or not any more. */
export function protectedUntil(source: string, setAt: Date, now: Date): Date | null {
  return isProtected(source, setAt, now) ? new Date(setAt.getTime() + protectionMs) : null
}

export type Decision =
  | { outcome: 'accept' }
  | { outcome: 'hold'; reason: string }
  | { outcome: 'keep'; reason: string }
  | { outcome: 'refuse'; reason: string }

type Candidate = { perOunce: number; takenAt: Date }
type Current = Pick<GoldPrice, 'perOunce' | 'source' | 'takenAt'> & { lastUpdated: Date }

/**
 * What becomes of a fetched price [LIVE-03, GOLD-19, GOLD-20, D16], the first that applies:
 *
 * 1. no finite number above 0 → refuse
 * 2. an exact price set by hand is younger than two hours → keep it, unless staff asked [GADM-07]
 * 3. nothing was ever accepted (the default record) → accept, since there is nothing to move from
 * 4. older than the market price the shop has → keep: prices never run backwards [LIVE-07]
 * 5. over 10% from the last accepted market price, either way → hold; exactly 10% → accept
 *
 * A price set by hand is no measure of the market, so a feed is compared with the last accepted
 * *market* price where there is one; otherwise every return from a hand-set price would be held.
 */
export function decide({
  reading,
  current,
  lastMarket,
  now,
  askedByStaff = false,
}: {
  reading: Candidate
  current: Current
  /** The last accepted price that a feed told, or null where none ever was. */
  lastMarket: PricePerOunce | null
  now: Date
  askedByStaff?: boolean
}): Decision {
  if (!Number.isFinite(reading.perOunce) || reading.perOunce <= 0) {
    return { outcome: 'refuse', reason: 'not a finite price above 0' }
  }
  if (!askedByStaff && isProtected(current.source, current.lastUpdated, now)) {
    return { outcome: 'keep', reason: 'an exact price set by hand rules for two hours' }
  }
  if (current.source === fallbackSource) return { outcome: 'accept' }
  if (isMarketSource(current.source) && reading.takenAt < current.takenAt) {
    return { outcome: 'keep', reason: 'the price fetched is older than the one there is' }
  }
  const from = lastMarket ?? current.perOunce
  if (movesTooFar(from, reading.perOunce)) {
    return { outcome: 'hold', reason: `moves ${percentBetween(from, reading.perOunce)}%` }
  }
  return { outcome: 'accept' }
}

/** False for what staff or nobody set: such a price says nothing about where the market is. */
export function isMarketSource(source: string): boolean {
  return !isSetByHand(source) && source !== fallbackSource
}

/** `admin` is the write function's default [GOLD-21]: by hand too, but never protected. */
export function isSetByHand(source: string): boolean {
  return source === handSet || source === adminSource
}
export const adminSource = 'admin'

/** In whole numbers: a tenth of a rate has no exact binary fraction. */
function movesTooFar(from: number, to: number): boolean {
  return Math.abs(to - from) * 10 > from
}

function percentBetween(from: number, to: number): string {
  const percent = ((to - from) / from) * 100
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}`
}

import { exceedsDailyCap } from './daily-moves.ts'
import { fallbackSource, type GoldPrice, handSet } from './gold-price.ts'
import type { PricePerGram, PricePerOunce } from './rates.ts'
import { isWithdrawnAgain } from './withdrawal.ts'

/** An exact price set manually rules for two hours [GOLD-19, GOLD-20, D47]. */
export const protectionMs = 72e5

/** The least and the most a troy ounce may cost, in ten-thousandths of a dollar. */
const minPerOunce = 2_000_000
const maxPerOunce = 2_000_000_000

/**
 * True from $200 to $200,000 an ounce. Gold was last below the one in 1979, and the other is far
 * above it: a price beyond either is another unit, another currency or an error, so no feed is
 * accepted with it, not even at the first start when there is nothing to compare with.
 */
export function isPlausible(perOunce: number): boolean {
  return Number.isFinite(perOunce) && perOunce >= minPerOunce && perOunce <= maxPerOunce
}

/** Clocks of several machines may differ by this much; more is a clock that stepped back. */
const clockToleranceMs = 5 * 60_000

/** True for a time that can only be in the future because a clock stepped back: it has no age. */
export function isFromFuture(at: Date, now: Date): boolean {
  return at.getTime() - now.getTime() > clockToleranceMs
}

/** Below two hours of age, and not at them [D47]; not from a future, where a clock stepped back. */
export function isProtected(source: string, setAt: Date, now: Date): boolean {
  if (source !== handSet || isFromFuture(setAt, now)) return false
  return now.getTime() - setAt.getTime() < protectionMs
}

/** When that ends; null for a price that is not protected, or not any longer. */
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

/** The lowest and the highest of some accepted market prices. */
export type PriceRange = { low: PricePerOunce; high: PricePerOunce }

/** How far back fetched prices are compared with each other [LIVE-09]. */
export const dayMs = 24 * 3_600_000

/** Shares, in percent: how far a price may go from where, and who may confirm it. */
const heldBeyond = 10
const secondSourceBeyond = 3
const liveSourcesWithin = 1
const staffBeyond = 20
const confirmedBeyond = 5

/** The prices that a fetched price is compared with. */
type ComparedPrices = {
  current: Pick<Current, 'perOunce' | 'source'>
  /** The last accepted price of a feed, or null where there is none. */
  lastMarket: PricePerOunce | null
  /**
   * Of the prices of feeds that the shop accepted in the last 24 hours, from the one on that
   * staff last accepted; null where there is none.
   */
  dayRange: PriceRange | null
}

/**
 * True where a fetched price moves over 3% from the last market price, or over 10% from any of the
 * last 24 hours: too far for one source alone, where there is another to ask [LIVE-09, LIVE-10].
 */
export function needsSecondSource(
  perOunce: number,
  compared: ComparedPrices,
  mustAgree = false,
): boolean {
  if (mustAgree) return true
  const { current, lastMarket, dayRange } = compared
  if (current.source === fallbackSource) return false
  const market = lastMarket ?? current.perOunce
  return isBeyond(secondSourceBeyond, market, perOunce) || leaves(dayRange, heldBeyond, perOunce)
}

/** A second source confirms a price by one that lies within 3% of it, either way [LIVE-10]. */
export function agrees(perOunce: number, second: PricePerOunce | null): boolean {
  return second !== null && !isBeyond(secondSourceBeyond, perOunce, second)
}

/** Where real cards are charged two sources must lie within 1% of each other [FEED-01]. */
export function agreesClosely(perOunce: number, second: PricePerOunce | null): boolean {
  return second !== null && !isBeyond(liveSourcesWithin, perOunce, second)
}

/**
 * What becomes of a fetched price, the first that applies [LIVE-03, LIVE-09, LIVE-10, GOLD-19,
 * GOLD-20, FEED-01, FEED-02, WITHDRAW-05, D16]:
 *
 * 1. no finite number above 0 → refuse
 * 2. an exact price set manually is younger than two hours → keep it, unless staff asked [GADM-07]
 * 3. nothing was ever accepted (the default record) → accept, since there is nothing to move from;
 *    where real cards are charged, only if 9 lets it
 * 4. older than the market price the shop has → keep: prices never run backwards [LIVE-07]
 * 5. over 10% from the last market price, or from the price the shop sells at → hold; a manual
 *    price does not count here where staff asked for the market price in its place
 * 6. over 3% from the last market price, another source is configured, and it does not agree → hold
 * 7. over 10% from any market price of the last 24 hours, and no second source agrees → hold
 * 8. over 20% from any of them → hold, no matter who agrees
 * 9. real cards are charged, and no second source lies within 1% of it → hold
 * 10. with it the steps of 24 hours sum up to over 15% → hold
 *
 * Before 3, a price that staff withdrew lately, or one very near to it, is held (withdrawal.ts).
 * Exactly 1, 3, 10, 15 or 20% is not over it.
 */
export function decide({
  reading,
  current,
  lastMarket,
  dayRange,
  second,
  now,
  movedToday,
  mustAgree,
  withdrawn = [],
  askedByStaff = false,
}: Omit<ComparedPrices, 'current'> & {
  reading: Candidate
  current: Current
  /** The price of another source: null where it gave none, undefined where there is no other. */
  second: PricePerOunce | null | undefined
  now: Date
  /** Of the steps accepted in the last 24 hours, from what staff last accepted (daily-moves.ts). */
  movedToday: number
  /** Real cards are charged. */
  mustAgree: boolean
  /** Prices of feeds that staff withdrew lately. */
  withdrawn?: readonly PricePerOunce[]
  askedByStaff?: boolean
}): Decision {
  const { perOunce } = reading
  if (!Number.isFinite(perOunce) || perOunce <= 0) {
    return { outcome: 'refuse', reason: 'not a finite price above 0' }
  }
  if (!askedByStaff && isProtected(current.source, current.lastUpdated, now)) {
    return { outcome: 'keep', reason: 'a price set by us stays in effect for two hours' }
  }
  if (isWithdrawnAgain(perOunce, withdrawn, current))
    return hold('is close to a price that staff withdrew')
  const isRepeated =
    perOunce === current.perOunce && reading.takenAt.getTime() === current.takenAt.getTime()
  const isAlone = mustAgree && !isRepeated && !agreesClosely(perOunce, second ?? null)
  if (current.source === fallbackSource) return isAlone ? hold(alone) : { outcome: 'accept' }
  // A price from the future was stored before the clock stepped back: its time says nothing.
  const isPast = isMarketSource(current.source) && !isFromFuture(current.takenAt, now)
  if (isPast && reading.takenAt < current.takenAt) {
    return { outcome: 'keep', reason: 'the price fetched is older than the one there is' }
  }
  const market = lastMarket ?? current.perOunce
  if (isBeyond(heldBeyond, market, perOunce)) return hold(`moves ${percent(market, perOunce)}`)
  const replacesHand = askedByStaff && isSetManually(current.source)
  if (!replacesHand && isBeyond(heldBeyond, current.perOunce, perOunce)) {
    return hold(`lies ${percent(current.perOunce, perOunce)} from the price set by us`)
  }
  const isConfirmed = agrees(perOunce, second ?? null)
  if (second !== undefined && !isConfirmed && isBeyond(secondSourceBeyond, market, perOunce)) {
    return hold(`moves ${percent(market, perOunce)}, and no second source agrees`)
  }
  if (dayRange && leaves(dayRange, isConfirmed ? staffBeyond : heldBeyond, perOunce)) {
    return hold(
      `lies ${percent(farther(dayRange, perOunce), perOunce)} from a price of the last day`,
    )
  }
  if (isAlone) return hold(alone)
  if (exceedsDailyCap(movedToday, { from: market, to: perOunce })) {
    return hold('takes the moves of 24 hours to over 15%')
  }
  return { outcome: 'accept' }
}

const alone = 'has no second source within 1% of it'

/** `reason` follows the word "it": what is held for staff is told them as a sentence [FEED-07]. */
function hold(reason: string): Decision {
  return { outcome: 'hold', reason }
}

/** True where a price entered by staff must be entered again: over 10% from the market [GADM-18]. */
export function isFarFromMarket(market: PricePerGram, perGram: PricePerGram): boolean {
  return isBeyond(heldBeyond, market, perGram)
}

/** True where a price entered by staff needs a second factor shown just now: over 5% from the market [FRESH-03]. */
export function needsReauthentication(market: PricePerGram, perGram: PricePerGram): boolean {
  return isBeyond(confirmedBeyond, market, perGram)
}

/** False for what staff or nobody set: such a price says nothing about where the market is. */
export function isMarketSource(source: string): boolean {
  return !isSetManually(source) && source !== fallbackSource
}

/** `admin` is the write function's default [GOLD-21]: manually too, but never protected. */
export function isSetManually(source: string): boolean {
  return source === handSet || source === adminSource
}
export const adminSource = 'admin'

/** In whole numbers: a tenth of a rate has no exact binary fraction. */
function isBeyond(share: number, from: number, to: number): boolean {
  return Math.abs(to - from) * 100 > from * share
}

function leaves(range: PriceRange | null, share: number, perOunce: number): boolean {
  if (!range) return false
  return isBeyond(share, range.low, perOunce) || isBeyond(share, range.high, perOunce)
}

/** The end of a range from which a price is farther, as a share. */
function farther({ low, high }: PriceRange, perOunce: number): PricePerOunce {
  return perOunce * perOunce > low * high ? low : high
}

/** `+12.4%`; shown, never computed with. */
function percent(from: number, to: number): string {
  const share = ((to - from) / from) * 100
  return `${share > 0 ? '+' : ''}${share.toFixed(1)}%`
}

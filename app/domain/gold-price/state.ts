import { isFromFuture, isProtected, isSetManually } from './acceptance.ts'
import { fallbackSource, type GoldPrice, type GoldPriceState } from './gold-price.ts'
import { isMarketOpen, msWithoutWeekends, openMsBetween } from './market-hours.ts'

const hourMs = 3_600_000
/** Feeds give a price a few minutes after it was true; less would call each of them late. */
const minFreshMs = 900_000

/**
 * The one state a price is in [LIVE-02]. The first that applies, and why it is there:
 *
 * 1. indicative: the default record was never true, so nothing else about it can matter
 * 2. set manually, in its two hours: staff said it last, over any price that waits
 * 3. held: a newer price waits for staff, so this one is in doubt, however young it is
 * 4. stale: beyond the age it may be sold at; how it came about no longer excuses it
 * 5. set manually: staff meant it, and no feed has replaced it
 * 6. stale: the market moved on for two refreshes, or for as long as a price may be called live
 * 7. market closed: it is the price of the last close
 * 8. live
 *
 * Age in 6 counts open hours only, so the price of the close does not age while nothing can move.
 */
export function stateOf({
  gold,
  held,
  now,
  refreshMs,
  liveMinutes,
  maxAgeHours,
}: {
  gold: Pick<GoldPrice, 'source' | 'takenAt'>
  /** A fetched price waits for staff to accept or reject it. */
  held: boolean
  now: Date
  refreshMs: number
  liveMinutes: number
  maxAgeHours: number
}): GoldPriceState {
  if (gold.source === fallbackSource) return 'indicative'
  if (isProtected(gold.source, gold.takenAt, now)) return 'set by hand'
  if (held) return 'held'
  if (isTooOld(gold.takenAt, now, maxAgeHours)) return 'stale'
  if (isSetManually(gold.source)) return 'set by hand'
  if (!isFresh(gold.takenAt, now, { refreshMs, liveMinutes })) return 'stale'
  return isMarketOpen(now) ? 'live' : 'market closed'
}

/**
 * Not older, in hours the market was open, than two refreshes and the lag of a feed, nor than a price
 * may be called live, however seldom it is fetched [FEED-05].
 */
export function isFresh(
  takenAt: Date,
  now: Date,
  { refreshMs, liveMinutes }: { refreshMs: number; liveMinutes: number },
): boolean {
  const limit = Math.min(Math.max(2 * refreshMs, minFreshMs), liveMinutes * 60_000)
  return openMsBetween(takenAt, now) <= limit
}

/**
 * Older than a price may be sold at; hours of a shut weekend do not count [LIVE-08]. One from the
 * future is of unknown age, and counts as too old until the next refresh replaces it [LIVE-11].
 */
function isTooOld(takenAt: Date, now: Date, maxAgeHours: number): boolean {
  if (isFromFuture(takenAt, now)) return true
  return msWithoutWeekends(takenAt, now) > maxAgeHours * hourMs
}

/** `30 hours` or `4 days`, of a price older than it may be sold at; null: of another, or one from the future. */
export function ageBeyondLimit(takenAt: Date, now: Date, maxAgeHours: number): string | null {
  if (isFromFuture(takenAt, now) || !isTooOld(takenAt, now, maxAgeHours)) return null
  const hours = Math.floor((now.getTime() - takenAt.getTime()) / hourMs)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return hours === 1 ? '1 hour' : `${hours} hours`
}

/**
 * Whether the shop may promise a price [LIVE-08, D41]. Where real cards are charged: not on the
 * default record, not while a price is held, not on one older than its limit. With test payments
 * always, so that a shop without network can be tried.
 */
export function mayQuote({
  gold,
  state,
  livePayments,
  now,
  maxAgeHours,
}: {
  gold: Pick<GoldPrice, 'source' | 'takenAt'>
  state: GoldPriceState
  livePayments: boolean
  now: Date
  maxAgeHours: number
}): boolean {
  if (!livePayments) return true
  if (state === 'indicative' || state === 'held') return false
  return !isTooOld(gold.takenAt, now, maxAgeHours)
}

/** How far ahead is looked, and how finely: no state lasts less than a minute. */
const lookAheadMinutes = 10

/**
 * The first moment of the next ten minutes at which something that depends on the time is not as it
 * is now, to the millisecond, or the end of them. `at` says what it is at a time.
 */
export function unchangedUntil(at: (moment: Date) => string | boolean, now: Date): Date {
  const before = at(now)
  const isSame = (ms: number) => at(new Date(ms)) === before
  const start = now.getTime()
  for (let minute = 1; minute <= lookAheadMinutes; minute += 1) {
    let changed = start + minute * 60_000
    if (isSame(changed)) continue
    let same = changed - 60_000
    while (changed - same > 1) {
      const middle = Math.floor((same + changed) / 2)
      if (isSame(middle)) same = middle
      else changed = middle
    }
    return new Date(changed)
  }
  return new Date(start + lookAheadMinutes * 60_000)
}

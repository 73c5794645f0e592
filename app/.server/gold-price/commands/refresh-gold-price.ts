import {
  isMarketSource,
  needsSecondSource,
  type PriceRange,
} from '#app/domain/gold-price/acceptance.ts'
import { defaultGoldPrice, type GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { isFresh } from '#app/domain/gold-price/state.ts'
import { dayRangeOfMarket, lastMarketPrice, readCurrentRecord } from '../repository.ts'
import type { Lease } from '#app/.server/platform/db/lease.ts'
import { FeedFailure, type FeedReading, type GoldFeed } from '../feeds/gold-feed.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { type Acceptance, acceptGoldPrice } from './accept-gold-price.ts'
import { announce, noteFailure } from '../store-gold-price.ts'

export type Refresh =
  | Acceptance
  /**
   * No feed told a price [GADM-09]; a price was told but not stored [GADM-10]; not this time; another
   * process is at it.
   */
  | { outcome: 'failed' | 'unstored' | 'skipped' | 'busy'; reason: string }

const notFetched = 'The gold price could not be fetched just now.'

/**
 * One run of the price service [GOLD-17, GOLD-18]: asks the feeds in order and brings what they
 * tell into the books. Never throws. Run by one process at a time, and by none where another one
 * did it within the interval; a process's first run always asks, and so does one that staff ask for:
 * `askedBy` names who. It replaces even a protected price [GADM-07].
 */
export async function refreshGoldPrice(
  shop: Shop,
  { askedBy = null }: { askedBy?: string | null } = {},
): Promise<Refresh> {
  const { db } = shop
  if (shop.goldFeeds.length === 0) return skipped('fetching is turned off by GOLD_SOURCES')
  try {
    if (!db) return await run(shop, askedBy)
    const refresh = await db.withLease('refresh gold price', (lease) => run(shop, askedBy, lease))
    return refresh ?? { outcome: 'busy', reason: 'another process is fetching' }
  } catch (error) {
    shop.log.error({ err: error }, 'the gold price was not stored')
    return { outcome: 'unstored', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function run(shop: Shop, askedBy: string | null, lease?: Lease): Promise<Refresh> {
  const now = shop.now()
  const firstHere = shop.remembered.feeds.size === 0
  const known = await whatIsKnown(shop, now)
  if (askedBy === null && !firstHere && wasJustFetched(shop, known.fetchedAt, now)) {
    return skipped('another process fetched within the interval')
  }
  const { reading, others } = await firstReading(shop, now, known.lastMarket)
  if (shop.closing.aborted) return skipped('the shop is closing')
  if (!reading) {
    if (shop.db) await lease?.check(shop.db.orm)
    // Whoever of the staff asked is answered; the shop's pages show the failures of its own runs.
    const isNews = askedBy === null && (await keepFailure(shop, now))
    if (isNews) announce(shop)
    return { outcome: 'failed', reason: notFetched }
  }
  const second = await secondSource(shop, reading, others, known, now)
  if (shop.closing.aborted) return skipped('the shop is closing')
  const acceptance = await acceptGoldPrice(shop, reading, { askedBy, second, lease })
  const { outcome, reason } = acceptance
  const log = outcome === 'accepted' || outcome === 'kept' ? 'info' : 'warn'
  shop.log[log](
    { outcome, reason, feed: reading.source, perOunce: reading.perOunce / 10_000 },
    'gold price fetched',
  )
  return acceptance
}

type Known = {
  /** When a feed's price was last stored, if it is the current one. */
  fetchedAt: Date | null
  current: GoldPrice
  lastMarket: PricePerOunce | null
  dayRange: PriceRange | null
}

async function whatIsKnown(shop: Shop, now: Date): Promise<Known> {
  const stored = shop.db && (await readCurrentRecord(shop.db.orm))
  const current = stored?.gold ?? shop.remembered.goldPrice ?? defaultGoldPrice
  const isFromMarket = isMarketSource(current.source)
  return {
    fetchedAt: stored && isFromMarket ? stored.lastUpdated : null,
    current,
    lastMarket: isFromMarket ? current.perOunce : shop.db && (await lastMarketPrice(shop.db.orm)),
    dayRange: shop.db && (await dayRangeOfMarket(shop.db.orm, now)),
  }
}

/** A little under the interval, so that a timer a moment early does not lose its turn. */
function wasJustFetched(shop: Shop, fetchedAt: Date | null, now: Date): boolean {
  if (!fetchedAt) return false
  const age = now.getTime() - fetchedAt.getTime()
  return age >= 0 && age < shop.config.gold.refreshMs * 0.9
}

/**
 * The first feed that tells a price of today; a failing one is skipped and logged [LIVE-04]. A feed
 * that stopped moving is no reason not to ask the next, but better than none: of several old
 * prices the newest, with its own time beside it.
 */
async function firstReading(
  shop: Shop,
  now: Date,
  lastAccepted: PricePerOunce | null,
): Promise<{ reading: FeedReading | null; others: readonly GoldFeed[] }> {
  const old: FeedReading[] = []
  for (const [index, feed] of shop.goldFeeds.entries()) {
    const reading = await ask(shop, feed, now, lastAccepted)
    if (!reading) continue
    if (isFresh(reading.takenAt, now, shop.config.gold.refreshMs)) {
      return { reading, others: shop.goldFeeds.slice(index + 1) }
    }
    shop.log.warn({ feed: feed.name, takenAt: reading.takenAt }, 'a gold feed tells an old price')
    old.push(reading)
  }
  old.sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
  return { reading: old[0] ?? null, others: [] }
}

/**
 * What the next source says that tells a price of today, asked only where the price needs one
 * [LIVE-10]: null where none does, undefined where no second source is configured. Those before the
 * first reading have just failed, and are not asked again.
 */
async function secondSource(
  shop: Shop,
  reading: FeedReading,
  others: readonly GoldFeed[],
  known: Known,
  now: Date,
): Promise<PricePerOunce | null | undefined> {
  if (shop.goldFeeds.length < 2) return undefined
  if (!needsSecondSource(reading.perOunce, known)) return null
  for (const feed of others) {
    const second = await ask(shop, feed, now, known.lastMarket)
    if (second && isFresh(second.takenAt, now, shop.config.gold.refreshMs)) return second.perOunce
  }
  return null
}

async function ask(
  shop: Shop,
  feed: GoldFeed,
  now: Date,
  lastAccepted: PricePerOunce | null,
): Promise<FeedReading | null> {
  try {
    const reading = await feed.read({ now, lastAccepted, signal: shop.closing })
    shop.remembered.feeds.set(feed.name, { at: now, perOunce: reading.perOunce, failure: null })
    return reading
  } catch (error) {
    const expected = error instanceof FeedFailure
    const failure = expected ? error.message : 'failed in a way that is a bug; see the log'
    shop.remembered.feeds.set(feed.name, { at: now, perOunce: null, failure })
    if (!shop.closing.aborted) {
      shop.log.warn(
        expected ? { feed: feed.name, failure } : { feed: feed.name, err: error },
        'a gold feed failed and was skipped',
      )
    }
    return null
  }
}

/** Beside the price, in a showcase the one in memory. True where it is news. */
async function keepFailure(shop: Shop, now: Date): Promise<boolean> {
  if (shop.db) return noteFailure(shop.db, notFetched, now)
  const goldPrice = shop.remembered.goldPrice ?? defaultGoldPrice
  if (goldPrice.errorMessage === notFetched) return false
  shop.remembered.goldPrice = { ...goldPrice, errorMessage: notFetched }
  return true
}

function skipped(reason: string): Refresh {
  return { outcome: 'skipped', reason }
}

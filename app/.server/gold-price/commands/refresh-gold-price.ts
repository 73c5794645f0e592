import type { AppContext } from '#app/.server/app-context.ts'
import type { Lease } from '#app/.server/platform/db/database.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import {
  isMarketSource,
  needsSecondSource,
  type PriceRange,
} from '#app/domain/gold-price/acceptance.ts'
import { defaultGoldPrice, type GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { isFresh } from '#app/domain/gold-price/state.ts'
import { FeedFailure, type FeedReading, type GoldFeed } from '../feeds/gold-feed.ts'
import { dayRangeOfMarket, lastMarketPrice, readCurrentRecord } from '../repository.ts'
import { noteFailure } from '../store-gold-price.ts'
import { type Acceptance, acceptGoldPrice, type SecondSource } from './accept-gold-price.ts'

export type Refresh =
  | Acceptance
  /**
   * No feed gave a price [GADM-09]; one came but was not stored [GADM-10]; not this time; another
   * process is fetching.
   */
  | { outcome: 'failed' | 'unstored' | 'skipped' | 'busy'; reason: string }

const notFetched = 'The gold price couldn’t be fetched right now.'

/**
 * One run of the price service [GOLD-17, GOLD-18]: asks the feeds in order and stores what they
 * answer. Never throws. Run by one process at a time, and by none where another one
 * did it within the interval; a process's first run always asks, and so does one that staff ask for:
 * `askedBy` names who. It replaces even a protected price [GADM-07].
 */
export async function refreshGoldPrice(
  app: AppContext,
  { askedBy = null }: { askedBy?: string | null } = {},
): Promise<Refresh> {
  const { db } = app
  if (app.goldFeeds.length === 0) return skipped('automatic updates are off')
  try {
    if (!hasDatabase(app)) return await run(app, askedBy)
    const refresh = await db.withLease('refresh gold price', (lease) => run(app, askedBy, lease))
    return refresh ?? { outcome: 'busy', reason: 'another process is fetching' }
  } catch (error) {
    app.log.error({ err: error }, 'the gold price was not stored')
    return { outcome: 'unstored', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function run(app: AppContext, askedBy: string | null, lease?: Lease): Promise<Refresh> {
  const now = app.now()
  const firstHere = app.cache.feeds.size === 0
  const known = await whatIsKnown(app, now)
  if (askedBy === null && !firstHere && wasJustFetched(app, known.fetchedAt, now)) {
    return skipped('another process fetched within the interval')
  }
  const { reading, others } = await firstReading(app, now, known.lastMarket)
  if (app.closing.aborted) return skipped('the shop is closing')
  if (!reading) {
    await lease?.check(app.db.orm)
    // A staff member who asked gets an answer; pages of the shop show the failures of scheduled runs.
    const isNew = askedBy === null && (await storeFailure(app, now))
    if (isNew) app.revisions.changed('gold_price')
    return { outcome: 'failed', reason: notFetched }
  }
  const second = await secondSource(app, reading, others, known, now)
  if (app.closing.aborted) return skipped('the shop is closing')
  const acceptance = await acceptGoldPrice(app, reading, { askedBy, second, lease })
  const { outcome, reason } = acceptance
  const log = outcome === 'accepted' || outcome === 'kept' ? 'info' : 'warn'
  app.log[log](
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

async function whatIsKnown(app: AppContext, now: Date): Promise<Known> {
  const orm = hasDatabase(app) ? app.db.orm : null
  const stored = orm && (await readCurrentRecord(orm))
  const current = stored?.gold ?? app.cache.goldPrice ?? defaultGoldPrice
  const isFromMarket = isMarketSource(current.source)
  return {
    fetchedAt: stored && isFromMarket ? stored.lastUpdated : null,
    current,
    lastMarket: isFromMarket ? current.perOunce : orm && (await lastMarketPrice(orm)),
    dayRange: orm && (await dayRangeOfMarket(orm, now)),
  }
}

/** A little under the interval, so that a timer a moment early does not lose its turn. */
function wasJustFetched(app: AppContext, fetchedAt: Date | null, now: Date): boolean {
  if (!fetchedAt) return false
  const age = now.getTime() - fetchedAt.getTime()
  return age >= 0 && age < app.config.gold.refreshMs * 0.9
}

/**
 * The first feed that gives today’s price; a failing one is skipped and logged [LIVE-04]. A feed
 * that stopped moving is no reason not to ask the next, but better than none: of several old
 * prices the newest, with its own time beside it.
 */
async function firstReading(
  app: AppContext,
  now: Date,
  lastAccepted: PricePerOunce | null,
): Promise<{ reading: FeedReading | null; others: readonly GoldFeed[] }> {
  const old: FeedReading[] = []
  for (const [index, feed] of app.goldFeeds.entries()) {
    const reading = await ask(app, feed, now, lastAccepted)
    if (!reading) continue
    if (isFresh(reading.takenAt, now, app.config.gold)) {
      return { reading, others: app.goldFeeds.slice(index + 1) }
    }
    app.log.warn({ feed: feed.name, takenAt: reading.takenAt }, 'a gold feed gives an old price')
    old.push(reading)
  }
  old.sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
  return { reading: old[0] ?? null, others: [] }
}

/**
 * What the next source says that gives today’s price, asked only where the price needs one
 * [LIVE-10, FEED-01]: null where none does, undefined where no second source is configured. Those before the
 * first reading have just failed, and are not asked again.
 */
async function secondSource(
  app: AppContext,
  reading: FeedReading,
  others: readonly GoldFeed[],
  known: Known,
  now: Date,
): Promise<SecondSource | null | undefined> {
  if (app.goldFeeds.length < 2) return undefined
  const mustAgree = app.payments?.live ?? false
  if (!needsSecondSource(reading.perOunce, known, mustAgree)) return null
  for (const feed of others) {
    const second = await ask(app, feed, now, known.lastMarket)
    if (second && isFresh(second.takenAt, now, app.config.gold)) return second
  }
  return null
}

async function ask(
  app: AppContext,
  feed: GoldFeed,
  now: Date,
  lastAccepted: PricePerOunce | null,
): Promise<FeedReading | null> {
  try {
    const reading = await feed.read({ now, lastAccepted, signal: app.closing })
    app.cache.feeds.set(feed.name, { at: now, perOunce: reading.perOunce, failure: null })
    return reading
  } catch (error) {
    const expected = error instanceof FeedFailure
    const failure = expected ? error.message : 'failed in a way that is a bug; see the log'
    app.cache.feeds.set(feed.name, { at: now, perOunce: null, failure })
    if (!app.closing.aborted) {
      app.log.warn(
        expected ? { feed: feed.name, failure } : { feed: feed.name, err: error },
        'a gold feed failed and was skipped',
      )
    }
    return null
  }
}

/** Beside the price, in catalog-only mode the one in memory. True where it is new. */
async function storeFailure(app: AppContext, now: Date): Promise<boolean> {
  if (hasDatabase(app)) return noteFailure(app.db, notFetched, now)
  const goldPrice = app.cache.goldPrice ?? defaultGoldPrice
  if (goldPrice.errorMessage === notFetched) return false
  app.cache.goldPrice = { ...goldPrice, errorMessage: notFetched }
  return true
}

function skipped(reason: string): Refresh {
  return { outcome: 'skipped', reason }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { asc, desc, sql } from 'drizzle-orm'
import type { AppCache, AppContext } from '#app/.server/app-context.ts'
import { cachedRead } from '#app/.server/platform/db/cached-read.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import { hasDatabase, withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import {
  type GoldPriceResponse,
  writeGoldPriceResponse,
} from '#app/contracts/gold-price/gold-price.ts'
import {
  defaultGoldPrice,
  fallbackSource,
  type GoldPrice,
  type GoldPriceState,
} from '#app/domain/gold-price/gold-price.ts'
import {
  type HistoryRange,
  historyRanges,
  isHistoryRange,
  type PastPrice,
} from '#app/domain/gold-price/history.ts'
import type { PricePerGram, PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { mayQuote, stateOf, unchangedUntil } from '#app/domain/gold-price/state.ts'
import {
  type CurrentRecord,
  type Evidence,
  goldOf,
  isWaiting,
  marketOrCurrent,
  rateOf,
  readCurrentRecord,
} from '../repository.ts'

export type CurrentGoldPrice = {
  gold: GoldPrice
  state: GoldPriceState
  /** False where the shop would refuse to quote on it: then nothing may offer a price by it [LIVE-08]. */
  mayQuote: boolean
  /** When the shop stored it; null for a price that is not in the database. */
  lastUpdated: Date | null
  /** When staff last corrected the price; null: never. */
  correctedAt: Date | null
  /** The row of its history; null for the default record. */
  goldPriceId: number | null
  /** What speaks for it besides its source; null where the database was not read. */
  evidence: Evidence | null
  /** Until when `state` and `mayQuote` stay as they are, while nothing is stored. */
  until: () => Date
}

/**
 * The price the shop sells at now. If the database is unavailable, the last good price is used,
 * which is stale then whatever its age, for a newer one may have been accepted; and before that the
 * default record [GOLD-16, LIVE-07]. A price this process accepted before its database first
 * answered counts over a record that still is the default. `mustBeFresh`, as where something is
 * sold: the database is asked, even if no change is known of, and what it throws is thrown;
 * without, nothing is.
 */
export async function currentGoldPrice(
  app: AppContext,
  { mustBeFresh = false }: { mustBeFresh?: boolean } = {},
): Promise<CurrentGoldPrice> {
  const { goldPrice: cached, goldCorrectedAt = null, goldPriceId: cachedId = null } = app.cache
  const read = mustBeFresh && hasDatabase(app) ? await readNow(app) : await readStored(app)
  const stored = read?.value ?? null
  // The price in memory goes with the correction it was read with.
  const correctedAt = stored ? stored.correctedAt : goldCorrectedAt
  const isOwn = cachedId === null && cached !== null && !isDefault(cached)
  if (!stored || (isDefault(stored.gold) && isOwn)) {
    const known = withState(app, cached ?? defaultGoldPrice, false)
    const isUnconfirmed = !read && hasDatabase(app) && known.state !== 'indicative'
    const state = isUnconfirmed ? 'stale' : known.state
    return {
      ...known,
      state,
      lastUpdated: null,
      correctedAt,
      goldPriceId: cachedId,
      evidence: null,
    }
  }
  const { lastUpdated, goldPriceId, evidence } = stored
  const known = withState(app, stored.gold, stored.held)
  return { ...known, lastUpdated, correctedAt, goldPriceId, evidence }
}

/**
 * The price as the database has it now, for staff who asked just that: throws what the database
 * throws, and an AppError where there is none [GADM-13, GADM-14].
 */
export async function storedGoldPrice(app: AppContext): Promise<CurrentGoldPrice> {
  const stored = await readCurrentRecord(app.db.orm)
  if (!stored) {
    const known = withState(app, defaultGoldPrice, false)
    const record = { correctedAt: null, goldPriceId: null }
    return { ...known, ...record, lastUpdated: null, evidence: null }
  }
  const { lastUpdated, correctedAt, goldPriceId, evidence } = stored
  const known = withState(app, stored.gold, stored.held)
  return { ...known, lastUpdated, correctedAt, goldPriceId, evidence }
}

function isDefault(gold: GoldPrice): boolean {
  return gold.source === fallbackSource
}

/** The documented answer [GOLD-11, D46]. */
export async function goldPriceResponse(
  app: AppContext,
  current = currentGoldPrice(app),
): Promise<GoldPriceResponse> {
  const { gold, state, lastUpdated } = await current
  return writeGoldPriceResponse(gold, state, lastUpdated)
}

/** With a cached price, a slow database is waited for no longer than this. */
const maxWaitMs = 1500
/** Shops whose last read is still waited for: they are not made to wait for another one. */
const overdue = new WeakSet<AppCache>()

const readRecord = cachedRead('gold_price', readCurrentRecord)

/** `value`: null where no price was ever stored. */
type Read = { value: CurrentRecord | null }

/** For a sale: no price from memory, however long the database takes. */
async function readNow(app: AppContext): Promise<Read> {
  const value = await withDatabase(
    app,
    ({ orm }) => readCurrentRecord(orm),
    'The shop can’t take orders right now. Please try again in a few minutes.',
  )
  if (value) keep(app.cache, value)
  return { value }
}

function keep(cache: AppCache, { gold, correctedAt, goldPriceId }: CurrentRecord): void {
  if (!isDefault(gold)) {
    cache.goldPrice = gold
    cache.goldCorrectedAt = correctedAt
    cache.goldPriceId = goldPriceId
  } else if (cache.goldPriceId != null) {
    // Every price was withdrawn: the one in memory is none to fall back on.
    cache.goldPrice = null
    cache.goldPriceId = null
  }
}

/** Null where the database cannot be read, or not in time. */
async function readStored(app: AppContext): Promise<Read | null> {
  const { cache } = app
  if (overdue.has(cache)) {
    app.revisions.missed()
    return null
  }
  const before = cache.goldPrice
  let isLate = false
  const reading = readRecord(app).then((read) => {
    // One that comes too late is kept as well, unless a newer price came in the meantime.
    const isNewest = !isLate || cache.goldPrice === before
    if (read?.value && isNewest) keep(cache, read.value)
    return read
  })
  if (!before) return reading
  const enough = new AbortController()
  const late = sleep(maxWaitMs, 'late' as const, { signal: enough.signal }).catch(() => null)
  const first = await Promise.race([reading, late])
  if (first !== 'late') {
    enough.abort()
    return first
  }
  isLate = true
  overdue.add(cache)
  app.revisions.missed()
  void reading.finally(() => overdue.delete(cache))
  app.log.warn('the gold price is slow to read; the last one known is shown')
  return null
}

function withState(app: AppContext, gold: GoldPrice, held: boolean) {
  const { refreshMs, liveMinutes, maxAgeHours } = app.config.gold
  const livePayments = app.payments?.live ?? false
  const at = (now: Date) => {
    const state = stateOf({ gold, held, now, refreshMs, liveMinutes, maxAgeHours })
    return { state, mayQuote: mayQuote({ gold, state, livePayments, now, maxAgeHours }) }
  }
  const now = app.now()
  const until = () => unchangedUntil((moment) => Object.values(at(moment)).join(), now)
  return { gold, ...at(now), until }
}

/** Prices that wait for staff to accept or reject them, newest first [LIVE-03]. */
export async function goldPricesUnderReview(app: AppContext) {
  const waiting = await app.db.orm
    .select()
    .from(goldPriceHistory)
    .where(isWaiting)
    .orderBy(desc(goldPriceHistory.recordedAt), asc(goldPriceHistory.id))
  return waiting.map((row) => ({
    id: row.id,
    gold: goldOf(row, null),
    reason: row.reason,
    recordedAt: row.recordedAt,
  }))
}

/** How many of them there are. */
export function countGoldPricesUnderReview(orm: Orm): Promise<number> {
  return orm.$count(goldPriceHistory, isWaiting)
}

/** How long a stretch the last point in it stands for. */
const bucketSeconds = { day: 300, month: 3 * 3600, year: 36 * 3600 } as const

/** The range an address names, or a 400. */
export function historyRange(text: string | null): HistoryRange {
  if (isHistoryRange(text)) return text
  throw new AppError('invalid_request', 400, 'range: must be day, month, or year.')
}

/**
 * The accepted prices of a range, oldest first. Thinned in the database to the
 * last price of each stretch, and the lowest and the highest of all: at most about 300 points,
 * whatever was stored [LIVE-06].
 */
export async function goldHistory(app: AppContext, range: HistoryRange): Promise<PastPrice[]> {
  const now = app.now()
  const since = new Date(now.getTime() - historyRanges[range].spanMs)
  if (!hasDatabase(app)) {
    const { goldPrice } = app.cache
    if (!goldPrice || goldPrice.takenAt < since) return []
    const { takenAt, perOunce, perGram } = goldPrice
    return [{ at: takenAt.getTime(), perOunce, perGram }]
  }
  const points = await withDatabase(
    app,
    ({ orm }) =>
      rows<{ at: number; price: string; price_per_gram: string }>(
        orm,
        sql`
        select at, price, price_per_gram from (
          select
            at, id, price, price_per_gram,
            row_number() over (
              partition by floor(at / ${bucketSeconds[range]}::int) order by at desc, id desc
            ) as from_end,
            row_number() over (order by price_per_gram, at, id) as from_lowest,
            row_number() over (order by price_per_gram desc, at, id) as from_highest
          from (
            select
              id, price, price_per_gram,
              extract(epoch from coalesce(decided_at, recorded_at))::float8 as at
            from gold_price_history
            where status = 'accepted'
              and coalesce(decided_at, recorded_at) >= ${since.toISOString()}::timestamptz
              and coalesce(decided_at, recorded_at) <= ${now.toISOString()}::timestamptz
          ) accepted
        ) ranked
        where from_end = 1 or from_lowest = 1 or from_highest = 1
        order by at, id`,
      ),
    'The gold price history can’t be loaded right now.',
  )
  return points.map(({ at, price, price_per_gram }) => ({
    at: Math.round(at * 1000),
    perOunce: rateOf(price) as PricePerOunce,
    perGram: rateOf(price_per_gram) as PricePerGram,
  }))
}

/** Per gram, as the last accepted feed had it; the price of a day ago where no feed was ever accepted. */
export async function marketPrice(app: AppContext): Promise<PricePerGram> {
  const { gold } = await currentGoldPrice(app)
  return marketOrCurrent(app.db.orm, gold, app.now())
}

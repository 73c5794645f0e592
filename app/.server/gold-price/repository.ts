import { and, asc, desc, eq, gt, lte, notInArray, sql } from 'drizzle-orm'
import { adminSource, dayMs, type PriceRange } from '#app/domain/gold-price/acceptance.ts'
import { movedBy } from '#app/domain/gold-price/daily-moves.ts'
import { fallbackSource, type GoldPrice, handSet } from '#app/domain/gold-price/gold-price.ts'
import { type PricePerGram, type PricePerOunce, perGramOf } from '#app/domain/gold-price/rates.ts'
import { formatScaled, parseScaled, toSafeInteger } from '#app/domain/money/decimal.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import { goldPriceHistory, goldPrices } from '../platform/db/gold-price-schema.ts'

/** The gold price between its rows and the domain. */

type Reader = Pick<Orm, 'select'>
type GoldRow = Omit<
  typeof goldPrices.$inferSelect,
  'id' | 'lastUpdated' | 'errorMessage' | 'correctedAt' | 'confirmedBy' | 'hasOwnTime'
>

/** What speaks for a fetched price besides its source. */
export type Evidence = {
  /** The second source that was asked and agreed; null: none was. */
  confirmedBy: string | null
  /** False where the source gave no time. */
  hasOwnTime: boolean
}

/** The one current row [DATA-10], or null before the first. */
export async function readCurrentRecord(orm: Reader) {
  const [found] = await orm
    .select({
      row: goldPrices,
      held: sql<boolean>`exists (select from gold_price_history where status = 'held')`,
      /** The row of its history, accepted last; null for the default record. */
      goldPriceId: newestAcceptedId,
    })
    .from(goldPrices)
    .where(eq(goldPrices.id, 'current'))
  if (!found) return null
  const { row, held } = found
  const goldPriceId = found.goldPriceId === null ? null : Number(found.goldPriceId)
  const { lastUpdated, correctedAt, confirmedBy, hasOwnTime } = row
  const evidence = { confirmedBy, hasOwnTime }
  const gold = goldOf(row, row.errorMessage)
  return { gold, lastUpdated, correctedAt, goldPriceId, held, evidence }
}

export type CurrentRecord = NonNullable<Awaited<ReturnType<typeof readCurrentRecord>>>

const newestAcceptedId = sql<string | number | null>`
  (select max(id) from gold_price_history where status = 'accepted')`

/** The last price of a feed that the shop accepted; null where there is none. */
export async function lastMarketPrice(orm: Reader): Promise<PricePerOunce | null> {
  const [row] = await orm
    .select({ price: goldPriceHistory.price })
    .from(goldPriceHistory)
    .where(acceptedFromMarket)
    // An accepted price ends all that wait, so none is accepted after a later one: not by time, since
    // a clock may step back.
    .orderBy(desc(goldPriceHistory.id))
    .limit(1)
  return row ? (rateOf(row.price) as PricePerOunce) : null
}

/**
 * What a price is compared with as the market: the last of a feed. Where there is none it is the price of
 * 24 hours ago or the first one since, lest small steps lead anywhere [FRESH-03]; else the current one.
 */
export async function marketOrCurrent(
  orm: Reader,
  current: GoldPrice,
  now: Date,
): Promise<PricePerGram> {
  const price = (await lastMarketPrice(orm)) ?? (await priceADayAgo(orm, now))
  return price === null ? current.perGram : perGramOf(price)
}

async function priceADayAgo(orm: Reader, now: Date): Promise<PricePerOunce | null> {
  const { id, price, status, recordedAt } = goldPriceHistory
  const accepted = eq(status, 'accepted')
  const isBefore = and(accepted, lte(recordedAt, new Date(now.getTime() - dayMs)))
  const all = () => orm.select({ price }).from(goldPriceHistory)
  const [before] = await all().where(isBefore).orderBy(desc(id)).limit(1)
  const [row = before] = before ? [] : await all().where(accepted).orderBy(asc(id)).limit(1)
  return row ? (rateOf(row.price) as PricePerOunce) : null
}

/**
 * How far the market prices accepted in the last 24 hours went, step by step, from the one on that
 * staff last accepted (daily-moves.ts). Steps that are noise for sure are not read.
 */
export async function movedInLastDay(orm: Pick<Orm, 'execute'>, now: Date): Promise<number> {
  const since = new Date(now.getTime() - dayMs).toISOString()
  const steps = await rows<{ from: string; to: string }>(
    orm,
    sql`
    select "from", price as "to" from (
      select price, coalesce(decided_at, recorded_at) as at, lag(price) over (order by id) as "from"
      from gold_price_history
      where status = 'accepted' and source not in (${handSet}, ${adminSource}, ${fallbackSource})
        and coalesce(decided_at, recorded_at) >= ${since}::timestamptz - interval '4 days'
        and id >= coalesce((
          select max(id) from gold_price_history where status = 'accepted' and decided_at is not null
        ), 0)
    ) accepted
    where at >= ${since}::timestamptz and abs(price - "from") * 250 > "from"`,
  )
  return movedBy(
    steps.map(({ from, to }) => ({ from: rateOf(from) as PricePerOunce, to: rateOf(to) })),
  )
}

/**
 * The lowest and the highest market price accepted in the last 24 hours, from the one on that staff
 * last accepted: what staff let pass is no longer compared with what was before it [LIVE-09].
 */
export async function dayRangeOfMarket(orm: Reader, now: Date): Promise<PriceRange | null> {
  const since = new Date(now.getTime() - dayMs).toISOString()
  const [row] = await orm
    .select({
      low: sql<string | null>`min(${goldPriceHistory.price})`,
      high: sql<string | null>`max(${goldPriceHistory.price})`,
    })
    .from(goldPriceHistory)
    .where(
      and(
        acceptedFromMarket,
        sql`coalesce(decided_at, recorded_at) >= ${since}::timestamptz`,
        sql`id >= coalesce((
          select max(id) from gold_price_history where status = 'accepted' and decided_at is not null
        ), 0)`,
      ),
    )
  if (!row?.low || !row.high) return null
  return {
    low: rateOf(row.low) as PricePerOunce,
    high: rateOf(row.high) as PricePerOunce,
  }
}

/** The accepted market price of a close, not more than three days older than it; or null. */
export async function marketPriceAt(orm: Reader, close: Date): Promise<PricePerOunce | null> {
  const [row] = await orm
    .select({ price: goldPriceHistory.price })
    .from(goldPriceHistory)
    .where(
      and(
        acceptedFromMarket,
        lte(goldPriceHistory.takenAt, close),
        gt(goldPriceHistory.takenAt, sql`${close.toISOString()}::timestamptz - interval '3 days'`),
      ),
    )
    .orderBy(desc(goldPriceHistory.takenAt), desc(goldPriceHistory.id))
    .limit(1)
  return row ? (rateOf(row.price) as PricePerOunce) : null
}

/**
 * Prices of feeds that staff withdrew in the last 24 hours, or since which no feed's price was accepted.
 * None that staff have passed over since by accepting a held price [WITHDRAW-05].
 */
export async function withdrawnFromMarket(
  orm: Pick<Orm, 'execute'>,
  now: Date,
): Promise<PricePerOunce[]> {
  const since = new Date(now.getTime() - dayMs).toISOString()
  const found = await rows<{ price: string }>(
    orm,
    sql`
    select distinct price from gold_price_history wrong
    where status = 'withdrawn' and source not in (${handSet}, ${adminSource}, ${fallbackSource})
      and (withdrawn_at >= ${since}::timestamptz or not exists (
        select from gold_price_history
        where status = 'accepted' and source not in (${handSet}, ${adminSource}, ${fallbackSource})
          and recorded_at > wrong.withdrawn_at))
      and not exists (select from gold_price_history
        where status = 'accepted' and decided_at > wrong.withdrawn_at)`,
  )
  return found.map(({ price }) => rateOf(price) as PricePerOunce)
}

const acceptedFromMarket = and(
  eq(goldPriceHistory.status, 'accepted'),
  notInArray(goldPriceHistory.source, [handSet, adminSource, fallbackSource]),
)

export const isWaiting = eq(goldPriceHistory.status, 'held')

export function goldOf(row: GoldRow, errorMessage: string | null): GoldPrice {
  return {
    perOunce: rateOf(row.price) as PricePerOunce,
    perGram: rateOf(row.pricePerGram) as PricePerGram,
    change: rateOf(row.change),
    changePercent: Number(row.changePercent),
    source: row.source,
    takenAt: row.takenAt,
    bid: optionalRateOf(row.bid),
    ask: optionalRateOf(row.ask),
    low: optionalRateOf(row.low),
    high: optionalRateOf(row.high),
    errorMessage,
  }
}

/** The columns the current row and the history share [DATA-12]. */
export function rowOf(gold: GoldPrice): GoldRow {
  const decimal = (rate: number) => formatScaled(rate, 4)
  const optional = (rate: number | null) => (rate === null ? null : decimal(rate))
  return {
    price: decimal(gold.perOunce),
    pricePerGram: decimal(gold.perGram),
    change: decimal(gold.change),
    changePercent: gold.changePercent.toFixed(4),
    source: gold.source,
    takenAt: gold.takenAt,
    bid: optional(gold.bid),
    ask: optional(gold.ask),
    low: optional(gold.low),
    high: optional(gold.high),
  }
}

/** `numeric(20, 4)` as its ten-thousandths. */
export function rateOf(decimal: string): number {
  const scaled = parseScaled(decimal, 4)
  const value = scaled === null ? null : toSafeInteger(scaled)
  if (value === null) throw new RangeError(`${decimal} is no rate that can be held exactly`)
  return value
}

function optionalRateOf(decimal: string | null): PricePerOunce | null {
  return decimal === null ? null : (rateOf(decimal) as PricePerOunce)
}

import { desc, eq } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import type { Lease } from '#app/.server/platform/db/database.ts'
import { goldPriceHistory, goldPrices } from '#app/.server/platform/db/gold-price-schema.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { agrees, agreesClosely, decide, isMarketSource } from '#app/domain/gold-price/acceptance.ts'
import { defaultGoldPrice, type GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { lastCloseBefore } from '#app/domain/gold-price/market-hours.ts'
import { formatRate, type PricePerOunce, perGramOf } from '#app/domain/gold-price/rates.ts'
import type { FeedReading } from '../feeds/gold-feed.ts'
import {
  dayRangeOfMarket,
  isWaiting,
  lastMarketPrice,
  marketPriceAt,
  movedInLastDay,
  rowOf,
  withdrawnFromMarket,
} from '../repository.ts'
import {
  applyPrice,
  recordPrice,
  supersedeWaiting,
  type Transaction,
  withCurrentLocked,
} from '../store-gold-price.ts'

export type Acceptance = {
  outcome: 'accepted' | 'held' | 'kept' | 'refused'
  /** Why it was not accepted, for staff and log. */
  reason: string | null
  /** The price the shop sells at afterwards. */
  gold: GoldPrice
}

export type SecondSource = Pick<FeedReading, 'source' | 'perOunce'>

type Asked = {
  askedBy?: string | null
  /** What another source says: null where it gave none, undefined where there is no other. */
  second?: SecondSource | null | undefined
  lease?: Lease | undefined
}

/**
 * Stores a fetched price: accepted, held for staff, or kept out by the price there
 * is; which of these is decided in the same transaction that writes [LIVE-03, GOLD-18 to GOLD-20].
 * In catalog-only mode the price is kept in memory. `askedBy` names who of the staff asked for it,
 * and is kept with it [LIVE-05]. Throws what the database throws.
 */
export async function acceptGoldPrice(
  app: AppContext,
  reading: FeedReading,
  request: Asked = {},
): Promise<Acceptance> {
  const now = app.now()
  const acceptance = hasDatabase(app)
    ? await acceptIntoDatabase(app, reading, now, request)
    : acceptIntoMemory(app, reading, now, request)
  if (acceptance.outcome === 'accepted') app.cache.goldPrice = acceptance.gold
  if (acceptance.outcome !== 'refused') app.revisions.changed('gold_price')
  return acceptance
}

async function acceptIntoDatabase(
  app: AppContext,
  reading: FeedReading,
  now: Date,
  { askedBy = null, second, lease }: Asked,
): Promise<Acceptance> {
  const { db, payments } = app
  let acceptedId: number | null = null
  const acceptance = await withCurrentLocked<Acceptance>(db, now, async (tx, record) => {
    const { gold: current, lastUpdated } = record
    await lease?.check(tx)
    const lastMarket = isMarketSource(current.source) ? current.perOunce : await lastMarketPrice(tx)
    const decision = decide({
      reading,
      current: { ...current, lastUpdated },
      lastMarket,
      dayRange: await dayRangeOfMarket(tx, now),
      second: priceOf(second),
      now,
      movedToday: await movedInLastDay(tx, now),
      mustAgree: payments?.live ?? false,
      withdrawn: await withdrawnFromMarket(tx, now),
      askedByStaff: askedBy !== null,
    })
    if (askedBy !== null) {
      await recordAuditEvent(tx, {
        at: now,
        actor: adminActor(askedBy),
        action: 'gold_price.fetched',
        facts: {
          perOunce: reading.perOunce,
          source: reading.source,
          reason: decision.outcome === 'accept' ? null : decision.reason,
        },
      })
    }
    if (decision.outcome === 'accept') {
      const gold = await withChange(tx, reading)
      const { hasOwnTime } = reading
      const isConfirmed = agrees(reading.perOunce, second?.perOunce ?? null)
      const confirmedBy = isConfirmed && second ? second.source : null
      await applyPrice(tx, gold, now, { confirmedBy, hasOwnTime })
      acceptedId = isSamePrice(gold, current)
        ? record.goldPriceId
        : await recordPrice(tx, gold, { status: 'accepted', now, setBy: askedBy, reason: null })
      return { outcome: 'accepted', reason: null, gold }
    }
    const { outcome, reason } = decision
    if (outcome === 'refuse') return { outcome: 'refused', reason, gold: current }
    await forgetFailure(tx, current)
    if (outcome === 'keep') return { outcome: 'kept', reason, gold: current }
    const why = reading.hasOwnTime ? reason : `${reason}; the source gives no time`
    await hold(tx, await withChange(tx, reading), now, why)
    if (payments?.live && second) await alertDisagreement(tx, reading, second, now)
    return { outcome: 'held', reason, gold: current }
  })
  if (acceptance.outcome === 'accepted') app.cache.goldPriceId = acceptedId
  return acceptance
}

/** Owners are told once a day: until the sources agree nothing is sold once the price is old. */
async function alertDisagreement(
  tx: Transaction,
  reading: FeedReading,
  second: SecondSource,
  now: Date,
): Promise<void> {
  if (agreesClosely(reading.perOunce, second.perOunce)) return
  const [one, other] = [reading, second].map(
    ({ source, perOunce }) => `${formatRate(perOunce)} by ${source}`,
  )
  await raiseAlert(tx, {
    kind: 'feeds-disagree',
    at: now,
    facts: { found: `an ounce costs ${one}, and ${other}.` },
    occasion: now.toISOString().slice(0, 10),
  })
}

/** One price waits at a time; the same one fetched again stays the one that staff may be looking at. */
async function hold(tx: Transaction, gold: GoldPrice, now: Date, reason: string): Promise<void> {
  const [waiting] = await tx
    .select()
    .from(goldPriceHistory)
    .where(isWaiting)
    .orderBy(desc(goldPriceHistory.id))
    .limit(1)
  if (waiting && waiting.source === gold.source && waiting.price === rowOf(gold).price) {
    await tx
      .update(goldPriceHistory)
      .set({ takenAt: gold.takenAt })
      .where(eq(goldPriceHistory.id, waiting.id))
  } else {
    await supersedeWaiting(tx, now, 'overtaken by a later price')
    await recordPrice(tx, gold, { status: 'held', now, setBy: null, reason })
  }
}

/** The feeds work again, even where what they report is not applied. */
async function forgetFailure(tx: Transaction, current: GoldPrice): Promise<void> {
  if (current.errorMessage === null) return
  await tx.update(goldPrices).set({ errorMessage: null }).where(eq(goldPrices.id, 'current'))
}

function acceptIntoMemory(
  app: AppContext,
  reading: FeedReading,
  now: Date,
  { second }: Asked,
): Acceptance {
  const current = app.cache.goldPrice ?? defaultGoldPrice
  const decision = decide({
    reading,
    current: { ...current, lastUpdated: current.takenAt },
    lastMarket: isMarketSource(current.source) ? current.perOunce : null,
    // Catalog-only mode sells nothing, and keeps no history to look back on.
    dayRange: null,
    second: priceOf(second),
    now,
    movedToday: 0,
    mustAgree: false,
  })
  if (decision.outcome === 'accept') {
    return { outcome: 'accepted', reason: null, gold: goldOfReading(reading, null) }
  }
  // In catalog-only mode nobody can sign in to decide about a price, so a jump is refused.
  const outcome = decision.outcome === 'keep' ? 'kept' : 'refused'
  return { outcome, reason: decision.reason, gold: current }
}

/** Where the feed gives no change: since the price the shop had at the last close before it. */
async function withChange(tx: Transaction, reading: FeedReading): Promise<GoldPrice> {
  const hasChange = reading.change !== null && reading.changePercent !== null
  return goldOfReading(
    reading,
    hasChange ? null : await marketPriceAt(tx, lastCloseBefore(reading.takenAt)),
  )
}

function goldOfReading(reading: FeedReading, atClose: PricePerOunce | null): GoldPrice {
  const { perOunce, source, takenAt, bid, ask, low, high } = reading
  const sinceClose = atClose === null ? 0 : perOunce - atClose
  const percentSinceClose = atClose === null ? 0 : (sinceClose / atClose) * 100
  return {
    perOunce,
    perGram: perGramOf(perOunce),
    change: reading.change ?? sinceClose,
    changePercent: Math.round((reading.changePercent ?? percentSinceClose) * 100) / 100,
    source,
    takenAt,
    bid,
    ask,
    low,
    high,
    errorMessage: null,
  }
}

function priceOf(second: SecondSource | null | undefined): PricePerOunce | null | undefined {
  return second ? second.perOunce : second
}

/** On a shut market feeds repeat the last price; it is stored once. */
function isSamePrice(one: GoldPrice, other: GoldPrice): boolean {
  return (
    one.source === other.source &&
    one.perOunce === other.perOunce &&
    one.takenAt.getTime() === other.takenAt.getTime()
  )
}

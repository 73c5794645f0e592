import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { ageBeyondLimit } from '#app/domain/gold-price/state.ts'
import { goldOf } from '../gold-price/repository.ts'
import { isVoidUnderLock, lastCorrection } from '../gold-price/void-quotes.ts'
import type { Orm } from '../platform/db/database.ts'
import { goldPriceHistory } from '../platform/db/gold-price-schema.ts'
import { AppError } from '../platform/errors.ts'

export type GoldRecord = { id: number; gold: GoldPrice }

/** So many are offered. */
const offered = 40

/**
 * The gold prices that an order can be made at, newest first: those that the shop accepted. `since`: only
 * those that were accepted from then on, or the newest one where there is none [SALE-38].
 */
export async function acceptedRecords(
  orm: Orm,
  { since }: { since?: Date } = {},
): Promise<GoldRecord[]> {
  const found = await orm
    .select()
    .from(goldPriceHistory)
    .where(and(isAccepted, since && isSince(since)))
    .orderBy(desc(goldPriceHistory.id))
    .limit(offered)
  return found.map((row) => ({ id: row.id, gold: goldOf(row, null) }))
}

/** `4 days`, where the shop may not sell at a price of then any longer; null: it may [SALE-40]. */
export const tooOldFor = ({ config, now }: Pick<AppContext, 'config' | 'now'>, takenAt: Date) =>
  ageBeyondLimit(takenAt, now(), config.gold.maxAgeHours)

const isAccepted = eq(goldPriceHistory.status, 'accepted')

function isSince(since: Date): SQL | undefined {
  const { id, recordedAt, decidedAt } = goldPriceHistory
  return or(
    sql`coalesce(${decidedAt}, ${recordedAt}) >= ${since.toISOString()}::timestamptz`,
    sql`${id} = (select max(newest.id) from ${goldPriceHistory} newest where newest.status = 'accepted')`,
  )
}

/** The gold of an order is not locked at a price from before it was made, unless no other came since [SALE-38]. */
export async function refuseBefore(tx: Orm, { id }: GoldRecord, since: Date): Promise<void> {
  const found = await tx.$count(goldPriceHistory, and(eq(goldPriceHistory.id, id), isSince(since)))
  if (found > 0) return
  throw new AppError(
    'price_before_order',
    409,
    'This gold price is from before the order was created. Please choose a later one. Nothing was changed.',
  )
}

/** One of them; refuses one that was withdrawn, or never was one. */
export async function acceptedRecord(orm: Pick<Orm, 'select'>, id: number): Promise<GoldRecord> {
  const [row] = await orm
    .select()
    .from(goldPriceHistory)
    .where(and(eq(goldPriceHistory.id, id), isAccepted))
  if (row) return { id: row.id, gold: goldOf(row, null) }
  throw new AppError(
    'price_not_accepted',
    409,
    'This gold price can’t be used because it was withdrawn or never accepted. Please choose another. Nothing was changed.',
  )
}

/** Nothing can be called back between this and the end of the transaction. */
export async function refuseWithdrawn(
  tx: Orm,
  { id: goldPriceId, gold }: GoldRecord,
  issuedAt: Date,
): Promise<void> {
  const correctedAt = await lastCorrection(tx)
  const goldPrice = { ...gold, state: 'live' } as const
  if (!(await isVoidUnderLock(tx, { correctedAt, goldPriceId, goldPrice, issuedAt }))) return
  throw new AppError(
    'price_not_accepted',
    409,
    'This gold price was withdrawn in the meantime. Please choose another. Nothing was changed.',
  )
}

import { eq, lte, sql } from 'drizzle-orm'
import { defaultGoldPrice, type GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import type { Database, Orm } from '../platform/db/database.ts'
import { goldPriceHistory, goldPrices } from '../platform/db/gold-price-schema.ts'
import {
  type CurrentRecord,
  type Evidence,
  isWaiting,
  readCurrentRecord,
  rowOf,
} from './repository.ts'

/** What every write of the gold price shares: the lock, the record and history, the notice. */

export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]

/**
 * Works on the current record while nobody else can change it: the check whether a manual price
 * is protected and the write that depends on it are one [GOLD-19]. Before the first price the
 * default record is written, so that there is a row to lock.
 */
export function withCurrentLocked<T>(
  db: Database,
  now: Date,
  work: (tx: Transaction, current: CurrentRecord) => Promise<T>,
): Promise<T> {
  return db.orm.transaction(async (tx) => {
    if (!(await lockCurrent(tx))) {
      await tx
        .insert(goldPrices)
        .values({ id: 'current', ...rowOf(defaultGoldPrice), lastUpdated: now })
        .onConflictDoNothing()
      await lockCurrent(tx)
    }
    const current = await readCurrentRecord(tx)
    if (!current) throw new Error('the current gold price vanished under its lock')
    return work(tx, current)
  })
}

/** Waits until nobody else is writing the row. False where there is none yet. */
async function lockCurrent(tx: Transaction): Promise<boolean> {
  const locked = await tx
    .select({ id: goldPrices.id })
    .from(goldPrices)
    .where(eq(goldPrices.id, 'current'))
    .for('update')
  return locked.length > 0
}

/** The upsert of the current record [DATA-12]. Prices that wait have been overtaken by it. */
export async function applyPrice(
  tx: Transaction,
  gold: GoldPrice,
  now: Date,
  { confirmedBy, hasOwnTime }: Evidence = { confirmedBy: null, hasOwnTime: true },
): Promise<void> {
  await supersedeWaiting(tx, now, 'overtaken by a later price')
  await tx
    .update(goldPrices)
    .set({
      ...rowOf(gold),
      lastUpdated: now,
      errorMessage: gold.errorMessage,
      confirmedBy,
      hasOwnTime,
    })
    .where(eq(goldPrices.id, 'current'))
}

/**
 * The price that stands again once a later one was withdrawn, as it was stored then. One that waits for
 * staff goes on waiting: the next fetched price overtakes it.
 */
export async function restorePrice(
  tx: Transaction,
  gold: GoldPrice,
  storedAt: Date,
): Promise<void> {
  await tx
    .update(goldPrices)
    .set({
      ...rowOf(gold),
      lastUpdated: storedAt,
      errorMessage: null,
      confirmedBy: null,
      hasOwnTime: true,
    })
    .where(eq(goldPrices.id, 'current'))
}

/** Keeps a price for good, with its time, its source and who set it [LIVE-05]; answers its id. */
export async function recordPrice(
  tx: Transaction,
  gold: GoldPrice,
  entry: { status: 'accepted' | 'held'; now: Date; setBy: string | null; reason: string | null },
): Promise<number | null> {
  const { status, now, setBy, reason } = entry
  const [row] = await tx
    .insert(goldPriceHistory)
    .values({ ...rowOf(gold), status, reason, setBy, recordedAt: now })
    .returning({ id: goldPriceHistory.id })
  return row?.id ?? null
}

export async function supersedeWaiting(tx: Transaction, now: Date, why: string): Promise<void> {
  await tx
    .update(goldPriceHistory)
    .set({ status: 'rejected', decidedAt: now, reason: why })
    .where(isWaiting)
}

/**
 * What went wrong at the last attempt to renew the price, for the reader; the price stays. Not
 * written over a price that another process stored since the attempt began. Before the first price
 * it is kept next to the default record. True where it is new.
 */
export async function noteFailure(
  db: Database,
  message: string,
  attemptBegan: Date,
): Promise<boolean> {
  const changed = await db.orm
    .insert(goldPrices)
    .values({
      id: 'current',
      ...rowOf(defaultGoldPrice),
      lastUpdated: attemptBegan,
      errorMessage: message,
    })
    .onConflictDoUpdate({
      target: goldPrices.id,
      set: { errorMessage: message },
      setWhere: sql`${lte(goldPrices.lastUpdated, attemptBegan)}
        and ${goldPrices.errorMessage} is distinct from ${message}`,
    })
    .returning({ id: goldPrices.id })
  return changed.length > 0
}

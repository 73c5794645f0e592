import { and, desc, eq, gte, inArray, lt, max, sql } from 'drizzle-orm'
import { defaultGoldPrice, fallbackSource } from '#app/domain/gold-price/gold-price.ts'
import { planWithdrawal, type Withdrawn } from '#app/domain/gold-price/withdrawal.ts'
import { type CalledBack, isVoid, type Quote } from '#app/domain/quote/quote.ts'
import type { Orm } from '../platform/db/database.ts'
import { goldPriceHistory, goldPrices } from '../platform/db/gold-price-schema.ts'
import { goldOf } from './repository.ts'
import { restorePrice, type Transaction } from './store-gold-price.ts'

/** How wrong prices are withdrawn: all quotes before a correction, or those of one price. */

const lockKey = sql`hashtext('gold price correction')`

/** Orders that are being written are waited for; later ones see what is withdrawn. */
export async function lockNewOrders(tx: Orm): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
}

/**
 * Taken by anything that writes an order: no price is withdrawn before the end of that transaction.
 * Code that also locks an existing order takes this lock first, as a withdrawal does; otherwise
 * the two could wait for each other.
 */
export async function lockAsNewOrder(tx: Orm): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey})`)
}

/** Makes every quote given so far void, from the end of the caller's transaction on [QUOTE-07]. */
export async function voidEarlierQuotes(tx: Orm, now: Date): Promise<void> {
  await lockNewOrders(tx)
  // Always later than the last one, whatever the clocks of several processes say.
  const after = sql`greatest(${now.toISOString()}::timestamptz, corrected_at + interval '1 millisecond')`
  await tx.update(goldPrices).set({ correctedAt: after }).where(eq(goldPrices.id, 'current'))
}

/**
 * Withdraws accepted prices, and with them the quotes made at them, from the end of the caller's
 * transaction on [WITHDRAW-01]. Where the current one is among them, the last one that is left stands
 * again, with its own time: its age decides whether it may be sold on [WITHDRAW-02]. The caller has
 * locked the current record.
 */
export async function withdrawPrices(
  tx: Transaction,
  which: Withdrawn,
  { now, by, reason }: { now: Date; by: string; reason: string },
) {
  await lockNewOrders(tx)
  const { id, status } = goldPriceHistory
  const isAccepted = eq(status, 'accepted')
  const since = await tx
    .select()
    .from(goldPriceHistory)
    .where(and(isAccepted, gte(id, which.from)))
  const before = await tx
    .select()
    .from(goldPriceHistory)
    .where(and(isAccepted, lt(id, which.from)))
    .orderBy(desc(id))
    .limit(1)
  const accepted = [...since, ...before].sort((one, other) => other.id - one.id)
  const { withdrawn, stands } = planWithdrawal(accepted, which)
  const isReplaced = withdrawn.length > 0 && withdrawn[0]?.id === accepted[0]?.id
  const gold = stands ? goldOf(stands, null) : defaultGoldPrice
  if (withdrawn.length > 0) {
    await tx
      .update(goldPriceHistory)
      .set({ status: 'withdrawn', withdrawnAt: now, withdrawnBy: by, withdrawnReason: reason })
      .where(
        inArray(
          id,
          withdrawn.map((row) => row.id),
        ),
      )
  }
  if (isReplaced) {
    // A manual price is protected from the time it was set, without a restart.
    const storedAt = stands ? (stands.decidedAt ?? stands.recordedAt) : now
    await restorePrice(tx, gold, storedAt)
  }
  return { withdrawn, stands: gold, standsId: stands?.id ?? null, isReplaced }
}

type Voidable = Pick<Quote, 'correctedAt' | 'goldPriceId' | 'goldPrice' | 'issuedAt'>

/** Whether a quote is void; see isVoid. */
export async function isCalledBack(orm: Pick<Orm, 'select'>, quote: Voidable): Promise<boolean> {
  return isVoid(quote, await calledBack(orm, quote))
}

/**
 * Whether a quote is void, in a transaction that writes its order: nothing can be withdrawn between
 * this answer and the end of that transaction.
 */
export async function isVoidUnderLock(tx: Orm, quote: Voidable): Promise<boolean> {
  await lockAsNewOrder(tx)
  return isCalledBack(tx, quote)
}

async function calledBack(orm: Pick<Orm, 'select'>, quote: Voidable): Promise<CalledBack> {
  const isWithdrawn = await isPriceWithdrawn(orm, quote)
  return { lastCorrection: await lastCorrection(orm), isWithdrawn }
}

async function isPriceWithdrawn(
  orm: Pick<Orm, 'select'>,
  { goldPriceId, goldPrice, issuedAt }: Voidable,
): Promise<boolean> {
  // Nobody ever accepted the default record, so nobody withdraws it.
  if (goldPrice.source === fallbackSource) return false
  const { id, status, withdrawnAt } = goldPriceHistory
  // A quote whose price is not known counts as one of any price that was withdrawn since.
  const isOfQuote = goldPriceId === null ? gte(withdrawnAt, issuedAt) : eq(id, goldPriceId)
  const [found] = await orm
    .select({ at: max(withdrawnAt) })
    .from(goldPriceHistory)
    .where(and(eq(status, 'withdrawn'), isOfQuote))
  return Boolean(found?.at)
}

/** When staff last corrected the gold price; null: never. */
export async function lastCorrection(orm: Pick<Orm, 'select'>): Promise<Date | null> {
  const [row] = await orm
    .select({ at: goldPrices.correctedAt })
    .from(goldPrices)
    .where(eq(goldPrices.id, 'current'))
  return row?.at ?? null
}

import { eq, sql } from 'drizzle-orm'
import { isVoid, type Quote } from '#app/domain/quote/quote.ts'
import type { Orm } from '../platform/db/database.ts'
import { goldPrices } from '../platform/db/schema.ts'

const lockKey = sql`hashtext('gold price correction')`

/**
 * Makes every quote given so far void, from the end of the caller's transaction on [QUOTE-07].
 * Orders that are being written are waited for; those that come later see the correction.
 */
export async function voidEarlierQuotes(tx: Orm, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
  // Always later than the last one, whatever the clocks of several processes say.
  const after = sql`greatest(${now.toISOString()}::timestamptz, corrected_at + interval '1 millisecond')`
  await tx.update(goldPrices).set({ correctedAt: after }).where(eq(goldPrices.id, 'current'))
}

/**
 * Whether a quote is void, in a transaction that writes its order: no correction can come between
 * this answer and the end of that transaction.
 */
export async function isVoidForGood(tx: Orm, quote: Pick<Quote, 'correctedAt'>): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey})`)
  return isVoid(quote, await lastCorrection(tx))
}

/** When staff last corrected the gold price; null: never. */
export async function lastCorrection(orm: Pick<Orm, 'select'>): Promise<Date | null> {
  const [row] = await orm
    .select({ at: goldPrices.correctedAt })
    .from(goldPrices)
    .where(eq(goldPrices.id, 'current'))
  return row?.at ?? null
}

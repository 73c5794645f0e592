import { and, desc, eq } from 'drizzle-orm'
import type { GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { goldOf } from '../gold-price/repository.ts'
import { isVoidUnderLock, lastCorrection } from '../gold-price/void-quotes.ts'
import type { Orm } from '../platform/db/database.ts'
import { goldPriceHistory } from '../platform/db/gold-price-schema.ts'
import { AppError } from '../platform/errors.ts'

export type GoldRecord = { id: number; gold: GoldPrice }

/** So many are offered. */
const offered = 40

/** The gold prices that an order can be made at, newest first: those that the shop accepted. */
export async function acceptedRecords(orm: Orm): Promise<GoldRecord[]> {
  const found = await orm
    .select()
    .from(goldPriceHistory)
    .where(eq(goldPriceHistory.status, 'accepted'))
    .orderBy(desc(goldPriceHistory.id))
    .limit(offered)
  return found.map((row) => ({ id: row.id, gold: goldOf(row, null) }))
}

/** One of them; refuses one that was withdrawn, or never was one. */
export async function acceptedRecord(orm: Pick<Orm, 'select'>, id: number): Promise<GoldRecord> {
  const [row] = await orm
    .select()
    .from(goldPriceHistory)
    .where(and(eq(goldPriceHistory.id, id), eq(goldPriceHistory.status, 'accepted')))
  if (row) return { id: row.id, gold: goldOf(row, null) }
  throw new AppError(
    'price_not_accepted',
    409,
    'This gold price cannot be sold at: it was withdrawn, or never accepted. Please choose another. Nothing was changed.',
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

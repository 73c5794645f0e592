import { asc, eq } from 'drizzle-orm'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { isWeighed } from '#app/domain/weighing/second-reading.ts'
import type { Orm } from '../platform/db/database.ts'
import { weighedItems } from '../platform/db/weighing-schema.ts'

/** By line and number, except those that must be weighed again. */
export async function weighedPieces(orm: Pick<Orm, 'select'>, orderId: string) {
  const found = await orm
    .select()
    .from(weighedItems)
    .where(eq(weighedItems.orderId, orderId))
    .orderBy(asc(weighedItems.line), asc(weighedItems.item))
  return found.filter(isWeighed).map(({ line, item, serial, actualMg, weighedAt, parcelId }) => ({
    ...{ line, item, serial, weighedAt },
    actual: actualMg as Milligrams,
    sent: parcelId !== null,
  }))
}

/** A single piece of an order as it was weighed. */
export type WeighedPiece = Awaited<ReturnType<typeof weighedPieces>>[number]

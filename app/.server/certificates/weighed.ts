import { asc, eq } from 'drizzle-orm'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { isWeighed } from '#app/domain/weighing/second-reading.ts'
import type { Orm } from '../platform/db/database.ts'
import { weighedItems } from '../platform/db/weighing-schema.ts'

/** A single piece of an order as it was weighed. */
export type WeighedPiece = {
  line: number
  /** From 1 to the quantity of its line. */
  item: number
  serial: string
  actual: Milligrams
  weighedAt: Date
  /** It left in a parcel. */
  sent: boolean
}

/** By line and number, except those that must be weighed again. */
export async function weighedPieces(
  orm: Pick<Orm, 'select'>,
  orderId: string,
): Promise<WeighedPiece[]> {
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

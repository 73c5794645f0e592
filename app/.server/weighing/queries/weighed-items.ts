import { type WeighedItem, weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'

/** One item of an order: `line` is the position of its line, `item` which of its pieces, from 1. */
type Weighed = Pick<WeighedItem, 'line' | 'item' | 'serial' | 'weighedAt'> & {
  soldMg: Milligrams
  actualMg: Milligrams
}

/** The items of an order that were weighed, sent or not, as they were weighed last. */
export async function weighedItems(
  { orm }: Pick<Database, 'orm'>,
  orderId: string,
): Promise<Weighed[]> {
  const found = await weighedItemsOf(orm, orderId)
  return found.map(({ line, item, serial, sold, actual, weighedAt }) => {
    return { line, item, serial, soldMg: sold, actualMg: actual, weighedAt }
  })
}

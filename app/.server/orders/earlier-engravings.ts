import { asc, eq } from 'drizzle-orm'
import type { BoughtLine } from '#app/domain/cart/bought.ts'
import type { Orm } from '../platform/db/database.ts'
import { orderEngravings } from '../platform/db/order-edit-schema.ts'
import { linesOfOrder } from './repository.ts'

export type EarlierEngraving = Omit<typeof orderEngravings.$inferSelect, 'orderId'>

/** What was engraved on lines of an order before each correction, oldest first. */
export async function earlierEngravings(orm: Orm, orderId: string): Promise<EarlierEngraving[]> {
  const found = await orm
    .select()
    .from(orderEngravings)
    .where(eq(orderEngravings.orderId, orderId))
    .orderBy(asc(orderEngravings.id))
  return found.map(({ orderId: _, ...each }) => each)
}

/**
 * The lines of an order with the engravings they were ordered with: a correction by staff is not in the cart
 * of the buyer's browser [CART-18]. Where the first text was erased, the line has the present one.
 */
export async function linesAsOrdered(orm: Orm, orderId: string): Promise<BoughtLine[]> {
  const earlier = await earlierEngravings(orm, orderId)
  return (await linesOfOrder(orm, orderId)).map(
    ({ position, productId, size, quantity, options, ...of }) => {
      const first = earlier.find(({ line }) => line === position)
      const engraving = first?.before ?? of.engraving
      const chosen = options.length > 0 && {
        options: options.map(({ name, choice }) => ({ name, choice })),
      }
      return { productId, size, quantity, ...chosen, ...(engraving && { engraving }) }
    },
  )
}

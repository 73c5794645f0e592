import { asc, eq } from 'drizzle-orm'
import { orderAddresses } from '../platform/db/address-schema.ts'
import type { Orm } from '../platform/db/database.ts'

export type EarlierAddress = Omit<typeof orderAddresses.$inferSelect, 'orderId'>

/** Who an order went to before each correction, oldest first. */
export async function earlierAddresses(orm: Orm, orderId: string): Promise<EarlierAddress[]> {
  const found = await orm
    .select()
    .from(orderAddresses)
    .where(eq(orderAddresses.orderId, orderId))
    .orderBy(asc(orderAddresses.id))
  return found.map(({ orderId: _, ...each }) => each)
}

import { asc, eq } from 'drizzle-orm'
import type { Orm } from '../platform/db/database.ts'
import { orderEngravings } from '../platform/db/engraving-schema.ts'

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

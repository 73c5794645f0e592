import { asc, eq } from 'drizzle-orm'
import { orderAddresses } from '../platform/db/address-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { findOrder } from './repository.ts'

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

/** The buyer's email address, where staff entered or corrected it; null where the payment named it, or nobody. */
export async function emailByStaff(orm: Orm, orderId: string | null): Promise<string | null> {
  if (orderId === null) return null
  const isByStaff = (await earlierAddresses(orm, orderId)).some(({ changed }) =>
    changed.includes('email'),
  )
  return isByStaff ? ((await findOrder(orm, 'id', orderId))?.email ?? null) : null
}

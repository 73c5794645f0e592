import { and, eq } from 'drizzle-orm'
import type { Orm } from '../platform/db/database.ts'
import { type OrderRow, orders } from '../platform/db/schema.ts'
import { tradeIns } from '../platform/db/trade-in-schema.ts'

/** The order that a recast is paid by, of a trade-in by its ID; null while there is none, and of any other kind. */
export async function recastOrder(orm: Orm, id: string): Promise<OrderRow | null> {
  const [found] = await orm
    .select({ order: orders })
    .from(tradeIns)
    .innerJoin(orders, eq(orders.id, tradeIns.orderId))
    .where(and(eq(tradeIns.id, id), eq(tradeIns.kind, 'recast')))
  return found?.order ?? null
}

/** It can no longer be paid or shipped, so it can be replaced. */
export const hasEnded = ({ state }: OrderRow): boolean =>
  state === 'expired' || state === 'cancelled' || state === 'refunded'

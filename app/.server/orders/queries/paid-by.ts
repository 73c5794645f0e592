import { eq, sql } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { byHand, type OfflineKind } from '#app/domain/payments/offline-payment.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'

/** Read with an order: how staff took money for it, each way once and the first one first, and whether a provider did. */
export const takenFor = {
  byHand: sql<OfflineKind[]>`array_to_json(array(select h.kind from hand_payments h
    where h.order_id = orders.id group by h.kind order by min(h.at)))`,
  isOnline: sql<boolean>`exists (select from ledger_entries e where e.order_id = orders.id
    and e.kind in ('payment', 'attached') and e.provider <> ${byHand})`,
}

type Taken = { origin: string; payBy: PayBy; byHand: OfflineKind[]; isOnline: boolean }

/**
 * What an order was paid by so far, each once: a cash sale at the price by bank is cash [BANK-17]. One of the
 * web is paid the way its buyer chose; one of staff that nothing came for, in no way yet.
 */
export function paidBy({ origin, payBy, byHand: taken, isOnline }: Taken): (PayBy | OfflineKind)[] {
  return origin === 'web' ? [payBy] : [...new Set([...taken, ...(isOnline ? [payBy] : [])])]
}

export async function paidByOf(orm: Orm, id: string): Promise<(PayBy | OfflineKind)[]> {
  const { origin, payBy } = orders
  const [order] = await orm
    .select({ origin, payBy, ...takenFor })
    .from(orders)
    .where(eq(orders.id, id))
  return order ? paidBy(order) : []
}

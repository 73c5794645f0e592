import { canBecome } from '#app/domain/orders/life.ts'
import type { Orm } from '../db/database.ts'
import { orUnavailable } from '../db/or-unavailable.ts'
import type { Shop } from '../shop.ts'
import { closePaymentPage } from './close-payment-page.ts'
import { logDeed } from './log-deed.ts'
import { moveOrder, type OrderRow } from './move-order.ts'
import {
  lockedForStaff,
  refuseWhereHeld,
  refuseWhereUnderway,
  type StaffOrder,
  wrongState,
} from './staff-order.ts'

/**
 * Staff cancel an order that is still to be paid, with a reason [ORDER-07]. Its payment page is
 * closed first, outside the transaction; where it was paid meanwhile, the order is not cancelled.
 */
export async function staffCancelOrder(
  shop: Shop,
  { id, by, reason }: StaffOrder & { reason: string },
): Promise<void> {
  const work = <T>(doing: (tx: Orm) => Promise<T>) =>
    orUnavailable(shop, ({ orm }) => orm.transaction(doing))
  await work((tx) => cancellable(tx, id))
  await closePaymentPage(shop, id)
  const at = shop.now()
  await work(async (tx) => {
    const order = await cancellable(tx, id)
    await moveOrder(tx, order, 'cancelled', { at, by, why: reason })
    await logDeed(tx, { at, by, deed: 'cancelled order', subject: order.number, details: reason })
  })
}

async function cancellable(tx: Orm, id: string): Promise<OrderRow> {
  const order = await lockedForStaff(tx, id)
  if (!canBecome(order.state, 'cancelled')) throw await wrongState(tx, order)
  refuseWhereHeld(order)
  refuseWhereUnderway(order)
  return order
}

import { canBecome } from '#app/domain/orders/life.ts'
import { orUnavailable } from '../db/or-unavailable.ts'
import type { Shop } from '../shop.ts'
import { logDeed } from './log-deed.ts'
import { moveOrder } from './move-order.ts'
import { lockedForStaff, refuseWhereHeld, type StaffOrder, wrongState } from './staff-order.ts'

/** Staff cancel an order that is still to be paid, with a reason [ORDER-07]. */
export async function staffCancelOrder(
  shop: Shop,
  { id, by, reason }: StaffOrder & { reason: string },
): Promise<void> {
  const at = shop.now()
  await orUnavailable(shop, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockedForStaff(tx, id)
      if (!canBecome(order.state, 'cancelled')) throw await wrongState(tx, order)
      refuseWhereHeld(order)
      await moveOrder(tx, order, 'cancelled', { at, by, why: reason })
      await logDeed(tx, {
        at,
        by,
        deed: 'cancelled order',
        subject: order.number,
        details: reason,
      })
    }),
  )
}

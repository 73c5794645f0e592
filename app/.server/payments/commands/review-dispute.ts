import { orUnavailable } from '#app/.server/platform/db/database-unavailable.ts'
import { Problem } from '#app/.server/platform/errors.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { logDeed } from '#app/.server/audit-log/record-event.ts'
import { lockedForStaff, noteOnOrder, type StaffOrder } from '#app/.server/orders/staff-order.ts'

/**
 * Staff looked at a lost dispute and say what they did about it: it no longer waits for a look, and
 * whether anything is sent is theirs to decide [ORDER-10].
 */
export async function reviewDispute(
  shop: Shop,
  { id, by, reason }: StaffOrder & { reason: string },
): Promise<void> {
  const at = shop.now()
  await orUnavailable(shop, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockedForStaff(tx, id)
      if (order.dispute !== 'lost' || order.disputeReviewedAt !== null) {
        throw new Problem(
          'dispute_reviewed',
          409,
          'No lost dispute of this order waits for a look any more. Nothing was changed.',
        )
      }
      const why = `Lost dispute looked at: ${reason}`
      await noteOnOrder(tx, order, { at, by, why }, { disputeReviewedAt: at })
      await logDeed(tx, {
        at,
        by,
        deed: 'looked at lost dispute',
        subject: order.number,
        details: reason,
      })
    }),
  )
}

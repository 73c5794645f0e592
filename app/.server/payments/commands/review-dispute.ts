import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import {
  lockOrderForStaff,
  refuseWhereChanged,
  type StaffOrder,
} from '#app/.server/orders/staff-order.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'

/**
 * Staff looked at a lost dispute and say what they did about it: it no longer waits for a look, and
 * whether anything is sent is theirs to decide [ORDER-10].
 */
export async function reviewDispute(
  app: AppContext,
  { id, revision, by, reason }: StaffOrder & { reason: string },
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      if (order.dispute !== 'lost' || order.disputeReviewedAt !== null) {
        throw new AppError(
          'dispute_reviewed',
          409,
          'No lost dispute of this order waits for a look any more. Nothing was changed.',
        )
      }
      await refuseWhereChanged(tx, order, revision)
      const change = { at, actor: 'staff', by, why: `Lost dispute looked at: ${reason}` } as const
      await updateOrder(tx, order, change, { disputeReviewedAt: at })
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.dispute_reviewed',
        target: { type: 'order', id },
        facts: { number: order.number, reason },
      })
    }),
  )
}

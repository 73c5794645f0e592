import type { AppContext } from '#app/.server/app-context.ts'
import { moneyOfOrder } from '#app/.server/ledger/refunds.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { releaseOpenHolds } from '#app/.server/risk/holds.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { canCloseAfterDispute } from '#app/domain/risk/hold.ts'

/**
 * Ends a paid order whose money the buyer's bank took back in a dispute that was lost: nothing more of it ships,
 * and no refund is made, as the buyer has the money [DISPUTE-10]. 409 where it was not lost, or where money of the
 * buyer is still here: that is refunded first.
 */
export function closeLostDispute(
  app: AppContext,
  { reason, ...request }: VersionedOrder & { reason: string },
): Promise<void> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    await assertUnchanged()
    if (!canCloseAfterDispute(order)) {
      throw refused('Only a paid order whose dispute was lost can be closed without a refund.')
    }
    const { refundable } = await moneyOfOrder(tx, order.id)
    if (refundable > 0) {
      throw refused(
        `${formatCents(refundable)} of the buyer’s money is still here. Refund it first.`,
      )
    }
    await releaseOpenHolds(tx, order.id, { at, by, reason })
    await save({
      to: 'refunded',
      why: `Closed after a lost dispute; nothing more ships: ${reason}`,
      audit: { action: 'order.dispute_closed', facts: { reason } },
    })
  })
}

const refused = (message: string) =>
  new AppError('dispute_not_closed', 409, `${message} Nothing was changed.`)

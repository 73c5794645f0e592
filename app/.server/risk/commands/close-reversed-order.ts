import type { AppContext } from '#app/.server/app-context.ts'
import { moneyOfOrder } from '#app/.server/ledger/refunds.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { releaseOpenHolds } from '#app/.server/risk/holds.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { canCloseReversed } from '#app/domain/risk/hold.ts'

/**
 * Ends a paid order whose money the buyer's bank took back: nothing more of it ships, and no refund is made, as the
 * buyer has the money [DISPUTE-11]; its buyer is emailed [MAIL-23]. 409 where money of the buyer is still here: that is
 * refunded instead.
 */
export function closeReversedOrder(
  app: AppContext,
  { reason, ...request }: VersionedOrder & { reason: string },
): Promise<void> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    await assertUnchanged()
    const money = await moneyOfOrder(tx, order.id)
    if (!canCloseReversed({ order, money })) throw refused(money.refundable)
    await releaseOpenHolds(tx, order.id, { at, by, reason })
    await save({
      to: 'refunded',
      why: `Closed because the bank took the money back; nothing more ships: ${reason}`,
      columns: { holdReason: null },
      email: { about: 'closed by staff', occasion: '' },
      audit: { action: 'order.reversed_closed', facts: { reason } },
    })
  })
}

function refused(refundable: Cents): AppError {
  const why =
    refundable > 0
      ? `${formatCents(refundable)} of the buyer’s money is still here. Refund it instead.`
      : 'Only a paid order whose money the bank took back can be closed without a refund.'
  return new AppError('reversed_not_closed', 409, `${why} Nothing was changed.`)
}

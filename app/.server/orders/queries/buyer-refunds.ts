import { creditNoteOf, isRefundByHand, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import { cents } from '#app/domain/money/cents.ts'

/** Refunds on their way or done; staff review one that failed. */
export async function refundsForBuyer(orm: Orm, orderId: string) {
  const made = (await refundsOfOrder(orm, orderId)).filter(
    ({ state }) => state === 'pending' || state === 'succeeded',
  )
  return Promise.all(
    made.map(async (refund) => ({
      amount: cents(refund.amountCents),
      applied: cents(refund.appliedCents),
      at: refund.at,
      note: refund.note,
      creditNote: creditNoteOf(refund),
      isByHand: await isRefundByHand(orm, refund),
      /** `1 × Low Sun, Small`; none where it is of a sum, or the rest of the price [REFUND-26]. */
      pieces: refund.lines.flatMap((line) =>
        line.quantity > 0 ? [`${line.quantity} × ${titleOf(line)}`] : [],
      ),
    })),
  )
}

/** `creditNote`: null where it took nothing back of the sale. */
export type BuyerRefund = Awaited<ReturnType<typeof refundsForBuyer>>[number]

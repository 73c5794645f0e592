import { creditNoteOf, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { byHand } from '#app/domain/payments/offline-payment.ts'

/** `creditNote`: null where it took nothing back of the sale. */
export type BuyerRefund = {
  amount: Cents
  at: Date
  note: string
  creditNote: string | null
  isByHand: boolean
  /** `1 × Low Sun, Small`; none where it is of a sum, or the rest of the price [REFUND-26]. */
  pieces: string[]
}

/** Those that go back, or did; one that failed is looked at by staff. */
export async function refundsForBuyer(orm: Orm, orderId: string): Promise<BuyerRefund[]> {
  return (await refundsOfOrder(orm, orderId))
    .filter(({ state }) => state === 'pending' || state === 'succeeded')
    .map((refund) => ({
      amount: cents(refund.amountCents),
      at: refund.at,
      note: refund.note,
      creditNote: creditNoteOf(refund),
      isByHand: refund.provider === byHand,
      pieces: refund.lines.flatMap(({ quantity, name, size }) =>
        quantity > 0 ? [`${quantity} × ${name}, ${size}`] : [],
      ),
    }))
}

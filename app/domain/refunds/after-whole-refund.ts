import { type OrderBalance, totalOf } from '../ledger/ledger.ts'
import { formatCents } from '../money/cents.ts'

/** What staff read once all goods of an order are refunded; it begins with a space. */
export function afterWholeRefund(
  { sold, declined, lost }: Pick<OrderBalance, 'sold' | 'declined' | 'lost'>,
  becomesRefunded: boolean,
): string {
  const kept = totalOf(sold)
  if (kept > 0) return ` All pieces are refunded; ${formatCents(kept)} for shipping remains.`
  if (declined > 0) {
    return ` ${formatCents(declined)} of the payment remains. Staff decided not to refund it.`
  }
  return becomesRefunded && lost === 0
    ? ' The order has been refunded in full.'
    : ' Nothing is left to refund.'
}

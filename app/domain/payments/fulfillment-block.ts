import type { DisputeStatus } from './payment-event.ts'

/**
 * Why a paid order must not be sent now; null where it may [ORDER-10]. While a dispute is open the
 * money may still be taken back, and after a lost one it is gone until staff have looked.
 */
export function whyNotSent(order: {
  dispute: DisputeStatus | null
  disputeReviewedAt: Date | null
}): string | null {
  if (order.dispute === 'open') {
    return 'The buyer’s bank disputes this payment. Wait until the dispute is decided before you send anything.'
  }
  if (order.dispute === 'lost' && order.disputeReviewedAt === null) {
    return 'The dispute was lost and the money went back to the buyer. Look at it first, then decide whether anything is sent.'
  }
  return null
}

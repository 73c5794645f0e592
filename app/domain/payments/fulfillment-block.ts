import type { DisputeStatus } from './payment-event.ts'

type Sendable = {
  dispute: DisputeStatus | null
  disputeReviewedAt: Date | null
  livemode: boolean
}

/**
 * Why a paid order must not be sent now; null where it may [ORDER-10]. While a dispute is open the
 * money may still be taken back, and after a lost one it is gone until staff have looked. A test order
 * was paid with nothing: `shopIsLive`, once the shop takes real money, none is sent [MODE-03].
 */
export function whyNotSent(
  order: Sendable,
  { shopIsLive }: { shopIsLive: boolean },
): string | null {
  if (shopIsLive && !order.livemode) {
    return 'This is a test order: no card was charged for it. The shop takes real payments now, so no test order is sent.'
  }
  if (order.dispute === 'open') {
    return 'The buyer’s bank disputes this payment. Wait until the dispute is decided before you send anything.'
  }
  if (order.dispute === 'lost' && order.disputeReviewedAt === null) {
    return 'The dispute was lost and the money went back to the buyer. Look at it first, then decide whether anything is sent.'
  }
  return null
}

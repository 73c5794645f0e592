import type { OrderState } from '../orders/order-state.ts'
import { awaitsPriceDecision } from '../refunds/price-decision.ts'

type Sendable = {
  state: OrderState
  priceWithdrawnAt: Date | null
  priceHonoredAt: Date | null
  livemode: boolean
  /** A change of it waits for its payment. */
  editWaiting: boolean
}

/**
 * Why a paid order must not be sent now, beside its holds; null where it may. A test order was paid with
 * nothing: `shopIsLive`, once the shop takes real money, none is sent [MODE-03]. One that was paid at a
 * withdrawn price waits until staff honor the price or refund it [WITHDRAW-03], and one whose change is not paid
 * yet until it is [EDIT-07].
 */
export function sendProblem(
  order: Sendable,
  { shopIsLive }: { shopIsLive: boolean },
): string | null {
  if (shopIsLive && !order.livemode) {
    return 'This is a test order: no card was charged for it. The shop now takes real payments, so test orders don’t ship.'
  }
  if (awaitsPriceDecision(order)) {
    return 'Its price was withdrawn. Honor that price or refund the order before anything ships.'
  }
  if (order.editWaiting) {
    return 'A change to this order is waiting for the buyer’s payment. Nothing ships until it’s paid or you cancel the change.'
  }
  return null
}

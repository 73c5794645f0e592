import { cents } from '../money/cents.ts'
import { checkoutEffect } from './checkout-effect.ts'
import type { CheckoutEvent, OrderPayment, PaymentEffect } from './payment-event.ts'
import {
  isRefundOrDispute,
  type RefundOrDispute,
  refundOrDisputeEffect,
  withReport,
} from './refund-or-dispute.ts'

type PaymentContext = {
  /** The event is about a checkout session that is not the order's own. */
  isAnotherSession: boolean
  /** The same was reported before, under the id of another event. */
  wasReported: boolean
  /** What came before the payment it is of, oldest first: refunds, disputes, a transfer reversed. */
  deferred: readonly (CheckoutEvent | RefundOrDispute)[]
}

export type PaymentPlan = {
  effect: PaymentEffect
  /** One for each deferred event, to be applied in this order. */
  deferred: PaymentEffect[]
}

/** All that follows for an order from one event and the deferred ones that waited for it. */
export function planPayment(
  order: OrderPayment,
  event: CheckoutEvent | RefundOrDispute,
  { isAnotherSession, wasReported, deferred }: PaymentContext,
): PaymentPlan {
  let effect = effectOf(order, event, isAnotherSession)
  // Reported by webhook and found by asking, it is one payment: it is told once [STORM-03, BANK-22].
  if (wasReported && (effect.outcome === 'on hold' || event.type !== 'paid')) {
    effect = { outcome: 'ignored', why: 'This payment was already recorded.' }
  }
  let now = after(order, effect, event)
  const effects = deferred.map((each) => {
    const next = effectOf(now, each, false)
    now = after(now, next, each)
    return next
  })
  return { effect, deferred: effects }
}

function effectOf(
  order: OrderPayment,
  event: CheckoutEvent | RefundOrDispute,
  isAnotherSession: boolean,
): PaymentEffect {
  if (isOfPayment(event)) return refundOrDisputeEffect(order, event)
  if (isAnotherSession && event.type !== 'paid') {
    return { outcome: 'ignored', why: 'It is about another payment page of this order.' }
  }
  return checkoutEffect(order, event)
}

function isOfPayment(event: CheckoutEvent | RefundOrDispute): event is RefundOrDispute {
  return isRefundOrDispute(event.type)
}

/** The order once an effect was applied to it. */
function after(
  order: OrderPayment,
  effect: PaymentEffect,
  event: CheckoutEvent | RefundOrDispute,
): OrderPayment {
  const changes = 'changes' in effect ? effect.changes : undefined
  const isTaken =
    event.type === 'paid' && (effect.outcome === 'applied' || effect.outcome === 'updated')
  const state = effect.outcome === 'applied' ? effect.becomes : order.state
  const moved = isKept(effect) ? movedBy(event) : 0
  return {
    ...(isOfPayment(event) ? withReport(order, event) : order),
    received: cents(order.received + (order.isLateWire ? 0 : moved)),
    paid: cents(order.paid + moved),
    state,
    reference: state === 'paid' && order.state !== 'paid' ? event.reference : order.reference,
    onHold: order.onHold || effect.outcome === 'on hold',
    refunded: changes?.refunded ?? order.refunded,
    pageTax: changes?.pageTax ?? order.pageTax,
    disputeOccurredAt: changes?.dispute?.occurredAt ?? order.disputeOccurredAt,
    // What was reported of it before is judged as of a payment that is known by now.
    ...(order.staff && isTaken && { staff: { ...order.staff, isKnown: true } }),
  }
}

const isKept = ({ outcome }: PaymentEffect) => outcome !== 'ignored' && outcome !== 'deferred'

/** Cents that a transfer brought, or took away. */
function movedBy({ type, amount, currency }: CheckoutEvent | RefundOrDispute): number {
  if (amount === null || currency?.toLowerCase() !== 'usd') return 0
  if (type === 'transferred') return amount
  return type === 'transfer returned' ? -amount : 0
}

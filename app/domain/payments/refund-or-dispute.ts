import type { Cents } from '../money/cents.ts'
import { canTransition, wasPaid } from '../orders/order-state.ts'
import {
  type DisputeStatus,
  type OrderPayment,
  type PaymentEffect,
  paidSum,
} from './payment-event.ts'

/** What can happen to a payment once it was made. */
export const refundOrDisputeTypes = [
  'refunded',
  'refund failed',
  'dispute open',
  'dispute won',
  'dispute lost',
] as const
export type RefundOrDisputeType = (typeof refundOrDisputeTypes)[number]

export type RefundOrDispute = {
  type: RefundOrDisputeType
  /** Refunds: what was given back of this payment in all. Disputes: what is disputed. */
  amount: Cents | null
  currency: string | null
  /** The provider's id of the payment. */
  reference: string
  /** When it happened, as the provider says. */
  occurredAt: Date
}

export function isRefundOrDispute(type: string): type is RefundOrDisputeType {
  return (refundOrDisputeTypes as readonly string[]).includes(type)
}

/**
 * What a refund or a dispute does to an order. A full refund is a state; a part of it is an amount
 * beside the state, for the goods are still owed. Events of a payment other than the one the order was
 * paid by (a second one, one that came too late) only stand in its history.
 */
export function refundOrDisputeEffect(order: OrderPayment, event: RefundOrDispute): PaymentEffect {
  if (order.state === 'pending' && !order.onHold) {
    return { outcome: 'deferred', why: 'Its payment is not known yet.' }
  }
  const isItsPayment = wasPaid(order.state) && order.reference === event.reference
  if (event.type === 'refunded') return refund(order, event, isItsPayment)
  if (event.type === 'refund failed') {
    return {
      outcome: 'on hold',
      why: `A refund of ${paidSum(event)} failed at the payment provider (${event.reference}).`,
    }
  }
  return dispute(order, event, isItsPayment)
}

function refund(order: OrderPayment, event: RefundOrDispute, isItsPayment: boolean): PaymentEffect {
  const { amount, reference } = event
  const sum = paidSum(event)
  if (!isItsPayment) {
    return {
      outcome: 'updated',
      why: `${sum} of the payment ${reference} was refunded, which is not the one this order was paid by.`,
      changes: {},
    }
  }
  // The provider reports the sum of all refunds, so an older event has less, never something else.
  if (amount === null || amount <= order.refunded) {
    return { outcome: 'ignored', why: `A refund of ${sum} was known already.` }
  }
  const changes = { refunded: amount }
  if (amount < order.total) {
    return { outcome: 'updated', why: `${sum} was refunded; the rest stays paid.`, changes }
  }
  const why = `${sum} was refunded, which is all of it.`
  return canTransition(order.state, 'refunded')
    ? { outcome: 'applied', becomes: 'refunded', why, changes }
    : { outcome: 'updated', why, changes }
}

const disputeStatuses = {
  'dispute open': { status: 'open', says: 'The buyer’s bank disputes' },
  'dispute won': { status: 'won', says: 'A dispute was settled in our favor over' },
  'dispute lost': { status: 'lost', says: 'A dispute was lost over' },
} as const satisfies Record<string, { status: DisputeStatus; says: string }>

function dispute(
  order: OrderPayment,
  event: RefundOrDispute,
  isItsPayment: boolean,
): PaymentEffect {
  const { status, says } = disputeStatuses[event.type as keyof typeof disputeStatuses]
  const why = `${says} ${paidSum(event)} (${event.reference}).`
  // Money of another payment is unexplained; a person must look, unless it came back.
  if (!isItsPayment) {
    return status === 'won' ? { outcome: 'updated', why, changes: {} } : { outcome: 'on hold', why }
  }
  if (order.disputeOccurredAt && isOlder(event.occurredAt, status, order.disputeOccurredAt)) {
    return { outcome: 'ignored', why: `${why} A later event of it was known already.` }
  }
  return { outcome: 'updated', why, changes: { dispute: { status, occurredAt: event.occurredAt } } }
}

/** Of two events of one second, the end of a dispute is the later one. */
function isOlder(occurredAt: Date, status: DisputeStatus, known: Date): boolean {
  return occurredAt < known || (occurredAt.getTime() === known.getTime() && status === 'open')
}

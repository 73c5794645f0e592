import type { Cents } from '../money/cents.ts'
import { canTransition, wasPaid } from '../orders/order-state.ts'
import {
  type DisputeStatus,
  type PayableState,
  type PaymentEffect,
  paidSum,
} from './payment-event.ts'

/** What a provider can tell of a payment once it was made. */
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
  /** The payment's own name. */
  reference: string
  /** When it happened, as the provider says. */
  occurredAt: Date
}

/** The order such news is about, as it stands. */
export type SettledState = PayableState & {
  /** It waits for staff: a payment came that it could not take. */
  held: boolean
  refunded: Cents
  disputeOccurredAt: Date | null
}

export function isRefundOrDispute(type: string): type is RefundOrDisputeType {
  return (refundOrDisputeTypes as readonly string[]).includes(type)
}

/**
 * What a refund or a dispute does to an order. A full refund is a state; a part of it is an amount
 * beside the state, for the goods are still owed. News of a payment other than the one the order was
 * paid by (a second one, one that came too late) only stand in its history.
 */
export function refundOrDisputeEffect(order: SettledState, news: RefundOrDispute): PaymentEffect {
  if (order.state === 'pending' && !order.held) {
    return { outcome: 'deferred', why: 'It tells of a payment that was not heard of yet.' }
  }
  const isItsPayment = wasPaid(order.state) && order.reference === news.reference
  if (news.type === 'refunded') return refund(order, news, isItsPayment)
  if (news.type === 'refund failed') {
    return {
      outcome: 'on hold',
      why: `A refund of ${paidSum(news)} failed at the payment provider (${news.reference}).`,
    }
  }
  return dispute(order, news, isItsPayment)
}

function refund(order: SettledState, news: RefundOrDispute, isItsPayment: boolean): PaymentEffect {
  const { amount, reference } = news
  const sum = paidSum(news)
  if (!isItsPayment) {
    return {
      outcome: 'updated',
      why: `${sum} of the payment ${reference} was refunded, which is not the one this order was paid by.`,
      changes: {},
    }
  }
  // The provider tells the sum of all refunds, so an older event tells less, never something else.
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

const disputeWords = {
  'dispute open': { status: 'open', says: 'The buyer’s bank disputes' },
  'dispute won': { status: 'won', says: 'A dispute was settled in our favor over' },
  'dispute lost': { status: 'lost', says: 'A dispute was lost over' },
} as const satisfies Record<string, { status: DisputeStatus; says: string }>

function dispute(order: SettledState, news: RefundOrDispute, isItsPayment: boolean): PaymentEffect {
  const { status, says } = disputeWords[news.type as keyof typeof disputeWords]
  const why = `${says} ${paidSum(news)} (${news.reference}).`
  // Money of another payment is unexplained; a person must look, unless it came back.
  if (!isItsPayment) {
    return status === 'won' ? { outcome: 'updated', why, changes: {} } : { outcome: 'on hold', why }
  }
  if (order.disputeOccurredAt && isOlder(news.occurredAt, status, order.disputeOccurredAt)) {
    return { outcome: 'ignored', why: `${why} Later news of it were known already.` }
  }
  return { outcome: 'updated', why, changes: { dispute: { status, occurredAt: news.occurredAt } } }
}

/** Of two news of one second, the end of a dispute is the later one. */
function isOlder(occurredAt: Date, status: DisputeStatus, known: Date): boolean {
  return occurredAt < known || (occurredAt.getTime() === known.getTime() && status === 'open')
}

import { type Cents, cents } from '../money/cents.ts'
import { wasPaid } from '../orders/order-state.ts'
import {
  type DisputeStatus,
  type OrderPayment,
  type PaymentEffect,
  paidSum,
} from './payment-event.ts'
import { givenBack, type RefundStatus, withRefund } from './refund.ts'

/**
 * What can happen to a payment once it was made. `refunded` tells what was given back of it in all; the
 * other three are about one refund.
 */
export const refundOrDisputeTypes = [
  'refunded',
  'refund pending',
  'refund succeeded',
  'refund failed',
  'dispute open',
  'dispute won',
  'dispute lost',
  'debit returned',
] as const
export type RefundOrDisputeType = (typeof refundOrDisputeTypes)[number]

export type RefundOrDispute = {
  type: RefundOrDisputeType
  /** What was given back, in all or by this refund; or what is disputed. */
  amount: Cents | null
  currency: string | null
  /** The provider's id of the payment. */
  reference: string
  /** The provider's id of the refund or dispute. */
  object?: string
  /** When it happened, as the provider says. */
  occurredAt: Date
}

export function isRefundOrDispute(type: string): type is RefundOrDisputeType {
  return (refundOrDisputeTypes as readonly string[]).includes(type)
}

/**
 * What a refund or a dispute does to an order. Whether all of the order is refunded by it the ledger
 * says, once it is written there. Disputes of a payment other than the one the order was paid by (a
 * second one, one that came too late) need a person.
 */
export function refundOrDisputeEffect(order: OrderPayment, event: RefundOrDispute): PaymentEffect {
  if (order.state === 'pending' && !order.onHold) {
    return { outcome: 'deferred', why: 'Its payment is not known yet.' }
  }
  const isItsPayment = wasPaid(order.state) && order.reference === event.reference
  switch (event.type) {
    case 'refunded':
    case 'refund pending':
    case 'refund succeeded':
    case 'refund failed':
      return refund(order, event, isItsPayment)
    case 'debit returned':
      return returnedDebit(order, event, isItsPayment)
    default:
      return dispute(order, event, isItsPayment)
  }
}

/** Up to 60 days after it was paid [BANK-07]. It is final: there is nothing to answer to the bank. */
function returnedDebit(
  order: OrderPayment,
  event: RefundOrDispute,
  isItsPayment: boolean,
): PaymentEffect {
  if (isItsPayment && order.returned > 0) {
    return { outcome: 'ignored', why: 'That the bank took the debit back was known already.' }
  }
  const why = `The bank took the debit of ${paidSum(event)} back (${event.reference}).`
  return { outcome: 'on hold', why }
}

/** The first report of a refund counts, whether of itself or of all that was given back [REFUND-05]. */
function refund(order: OrderPayment, event: RefundOrDispute, isItsPayment: boolean): PaymentEffect {
  const { amount, reference, type } = event
  const sum = paidSum(event)
  const known = { outcome: 'ignored', why: `A refund of ${sum} was known already.` } as const
  if (amount === null) return known
  const { refunds } = withReport(order, event)
  const before = order.refunds.find(({ id }) => id === event.object)
  if (type === 'refund failed') {
    if (before?.status === 'failed') return known
    return {
      outcome: 'on hold',
      why: `A refund of ${sum} failed at the payment provider (${reference}); the buyer is still owed it.`,
    }
  }
  const inAll = givenBack(refunds, type === 'refunded' ? amount : order.refunded)
  if (inAll <= order.refunded) return known
  const since = paidSum({ amount: cents(inAll - order.refunded), currency: event.currency })
  const why = isItsPayment
    ? `${since} was refunded.`
    : `${since} of the payment ${reference} was refunded, which is not the one this order was paid by.`
  return { outcome: 'updated', why, changes: { refunded: inAll } }
}

/** The order once it knows of a refund. */
export function withReport(
  order: OrderPayment,
  { type, amount, object }: Pick<RefundOrDispute, 'amount' | 'object'> & { type: string },
): OrderPayment {
  const status = /^refund (pending|succeeded|failed)$/.exec(type)?.[1]
  if (!status || !object || amount === null) return order
  const refund = { id: object, amount, status: status as RefundStatus }
  return { ...order, refunds: withRefund(order.refunds, refund) }
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

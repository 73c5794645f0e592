import { type Cents, cents, sumCents } from '../money/cents.ts'
import { wasPaid } from '../orders/order-state.ts'
import { failed as refundFailed } from '../refunds/failed-refund.ts'
import { givenBack, type RefundStatus, withRefund } from '../refunds/refund-state.ts'
import { isRisk, riskEffect, riskTypes } from './dispute.ts'
import { type OrderPayment, type PaymentEffect, paidSum } from './payment-event.ts'

/**
 * What can happen to a payment once it was made. `refunded` tells what was refunded of it in all; the
 * next three are about one refund.
 */
export const refundOrDisputeTypes = [
  'refunded',
  'refund pending',
  'refund succeeded',
  'refund failed',
  ...riskTypes,
  'debit returned',
] as const
export type RefundOrDisputeType = (typeof refundOrDisputeTypes)[number]

/** After one of these a payment is not there whole any longer, or may not stay. */
export const moneyBackTypes: readonly RefundOrDisputeType[] = refundOrDisputeTypes.filter(
  (type) => type !== 'fraud warning' && !type.startsWith('review'),
)

export type RefundOrDispute = {
  type: RefundOrDisputeType
  /** What was refunded, in all or by this refund; or what is disputed. */
  amount: Cents | null
  currency: string | null
  /** The provider's id of the payment. */
  reference: string
  /** The provider's id of the refund, dispute, warning or review. */
  object?: string
  /** When it happened, as the provider says. */
  occurredAt: Date
  /** Its reason or status, in the provider's words. */
  detail?: string | null
  /** Sent from the buyer's cash balance at the provider; `reference` is who has it, not a payment. */
  isOfCashBalance?: true
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
  // A wire may come in parts, and nothing says when the payment is known; a deposit is known.
  const inParts = order.payBy === 'wire' || order.staff?.isKnown === true
  if (order.state === 'pending' && !order.onHold && !inParts) {
    return { outcome: 'deferred', why: 'Its payment hasn’t been recorded yet.' }
  }
  const isItsPayment =
    wasPaid(order.state) && (order.reference === event.reference || order.staff?.isKnown === true)
  const { type } = event
  if (isRisk(type)) return riskEffect(order, { ...event, type }, isItsPayment)
  return type === 'debit returned'
    ? returnedDebit(order, event)
    : refund(order, event, isItsPayment)
}

/**
 * Up to 60 days after it was paid [BANK-07]. It is final: there is nothing to answer to the bank. The provider
 * reports it as a dispute that is opened, paid and lost, which is one change [PAY-24].
 */
function returnedDebit(order: OrderPayment, event: RefundOrDispute): PaymentEffect {
  if (order.reversals.includes(reversalOf(event))) {
    return { outcome: 'ignored', why: 'The bank’s reversal of the debit was already recorded.' }
  }
  const why = `The bank reversed the debit of ${paidSum(event)} (${event.reference}).`
  return { outcome: 'on hold', why }
}

/** By which a reversal is booked once. */
export const reversalOf = ({
  object,
  reference,
}: {
  object?: string | undefined
  reference: string | null
}) => `${object ?? reference}`

/** The first report of a refund counts, whether of itself or of all that was refunded [REFUND-05]. */
function refund(order: OrderPayment, event: RefundOrDispute, isItsPayment: boolean): PaymentEffect {
  const { amount, reference, type } = event
  const sum = paidSum(event)
  const known = { outcome: 'ignored', why: `A refund of ${sum} was already recorded.` } as const
  if (amount === null) return known
  const { refunds } = withReport(order, event)
  const before = order.refunds.find(({ id }) => id === event.object)
  if (type === 'refund failed') {
    if (before?.status === 'failed') return known
    if (event.isOfCashBalance && order.cashBalance) {
      const failed = refunds.filter(({ status }) => status === 'failed')
      if (sumCents(failed.map(({ amount }) => amount)) <= order.cashBalance.failed) return known
    }
    return { outcome: 'on hold', why: refundFailed(sum, reference) }
  }
  const inAll = givenBack(refunds, type === 'refunded' ? amount : order.refunded)
  if (inAll <= order.refunded) return known
  const since = paidSum({ amount: cents(inAll - order.refunded), currency: event.currency })
  const why = isItsPayment
    ? `${since} was refunded.`
    : event.isOfCashBalance
      ? `${since} was refunded from the buyer’s cash balance at the payment provider.`
      : `${since} of payment ${reference} was refunded, which isn’t the payment for this order.`
  return { outcome: 'updated', why, changes: { refunded: inAll } }
}

/** The order once it knows of a refund, or of a debit that was reversed. */
export function withReport(
  order: OrderPayment,
  {
    type,
    amount,
    object,
    reference,
  }: Pick<RefundOrDispute, 'amount' | 'object' | 'reference'> & { type: string },
): OrderPayment {
  if (type === 'debit returned') {
    return { ...order, reversals: [...order.reversals, reversalOf({ object, reference })] }
  }
  const status = /^refund (pending|succeeded|failed)$/.exec(type)?.[1]
  if (!status || !object || amount === null) return order
  const refund = { id: object, amount, status: status as RefundStatus }
  return { ...order, refunds: withRefund(order.refunds, refund) }
}

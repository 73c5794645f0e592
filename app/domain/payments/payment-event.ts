import { type Cents, formatCents } from '../money/cents.ts'
import { canTransition, type OrderState, wasPaid } from '../orders/order-state.ts'

/**
 * What a payment provider can tell of an order's payment page. `failed`: a card was refused, and
 * another may be tried. `underway`: the shopper is done, and the money comes later or not at all.
 * `bounced`: it did not come.
 */
export const paymentEventTypes = [
  'paid',
  'declined',
  'expired',
  'cancelled',
  'processing',
  'failed',
] as const
export type PaymentEventType = (typeof paymentEventTypes)[number]

export type CheckoutEvent = {
  type: PaymentEventType
  /** What was paid; null where the provider names no amount. */
  amount: Cents | null
  /** ISO 4217, in either case. */
  currency: string | null
  /** The provider's own name of the payment. */
  reference: string | null
}

/** The order as it stands when the news arrives. */
export type PayableState = {
  state: OrderState
  total: Cents
  currency: string
  /** Of the payment it was paid by; null while unpaid. */
  reference: string | null
}

/** What is written to an order beside its state. */
export type OrderChanges = {
  /** Given back in all. */
  refunded?: Cents
  dispute?: { status: DisputeStatus; occurredAt: Date }
  processing?: true
}
export type DisputeStatus = 'open' | 'won' | 'lost'

/**
 * - `applied`: the order moved.
 * - `marked`: it stays in its state; something is written to it, and its history tells.
 * - `noted`: recorded, and nothing follows.
 * - `held`: money arrived that the order cannot take; staff must look [ORDER-06].
 * - `early`: it tells of a payment not heard of yet, and is looked at again with it.
 */
export type PaymentEffect =
  | { outcome: 'applied'; becomes: OrderState; why: string; changes?: OrderChanges }
  | { outcome: 'updated'; why: string; changes: OrderChanges }
  | { outcome: 'ignored'; why: string }
  | { outcome: 'on hold'; why: string }
  | { outcome: 'deferred'; why: string }

/**
 * What a provider's news does to an order [ORDER-05, ORDER-06]. News come twice, late, and out of
 * order, so each is judged by the order's state alone: the first that may move it does, a repeat
 * changes nothing, and money that does not fit is never taken for payment nor lost from sight.
 */
export function paymentEffect(order: PayableState, news: CheckoutEvent): PaymentEffect {
  switch (news.type) {
    case 'declined':
      return { outcome: 'ignored', why: 'The payment was declined.' }
    case 'processing':
      return order.state === 'pending'
        ? { outcome: 'updated', why: 'The payment is on its way.', changes: { processing: true } }
        : { outcome: 'ignored', why: `The payment is on its way; the order was ${order.state}.` }
    case 'failed':
      return closing(order, 'cancelled', 'The payment did not arrive.')
    case 'expired':
      return closing(order, 'expired', 'The payment page expired unpaid.')
    case 'cancelled':
      return closing(order, 'cancelled', 'The payment page was cancelled.')
    case 'paid':
      return payment(order, news)
  }
}

function payment(order: PayableState, news: CheckoutEvent): PaymentEffect {
  if (wasPaid(order.state)) return repeat(order, news)
  if (!canTransition(order.state, 'paid')) {
    return {
      outcome: 'on hold',
      why: `A payment of ${paidSum(news)} arrived after the order was ${order.state}.`,
    }
  }
  if (news.amount !== order.total || news.currency?.toLowerCase() !== order.currency) {
    const due = `${formatCents(order.total)} ${order.currency.toUpperCase()}`
    return {
      outcome: 'on hold',
      why: `A payment of ${paidSum(news)} arrived where ${due} was due.`,
    }
  }
  return { outcome: 'applied', becomes: 'paid', why: 'The payment was confirmed.' }
}

function closing(order: PayableState, to: 'expired' | 'cancelled', why: string): PaymentEffect {
  return canTransition(order.state, to)
    ? { outcome: 'applied', becomes: to, why }
    : { outcome: 'ignored', why: `${why} The order was ${order.state}.` }
}

/** Providers tell one payment in several events; a second payment is money to give back. */
function repeat(order: PayableState, news: CheckoutEvent): PaymentEffect {
  const same =
    news.reference === null || order.reference === null || news.reference === order.reference
  if (same) return { outcome: 'ignored', why: 'The payment was known already.' }
  return {
    outcome: 'on hold',
    why: `A second payment of ${paidSum(news)} arrived (${news.reference}).`,
  }
}

export function paidSum({ amount, currency }: Pick<CheckoutEvent, 'amount' | 'currency'>): string {
  const sum = amount === null ? 'an unknown sum' : formatCents(amount)
  return currency === null ? sum : `${sum} ${currency.toUpperCase()}`
}

import { type Cents, formatCents } from '../money/cents.ts'
import { canBecome, type OrderState, wasPaid } from './life.ts'

/** What a payment provider can tell of an order. */
export const paymentNewsTypes = ['paid', 'failed', 'expired', 'cancelled'] as const
export type PaymentNewsType = (typeof paymentNewsTypes)[number]

export type PaymentNews = {
  type: PaymentNewsType
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

/**
 * - `applied`: the order moved.
 * - `noted`: recorded, and nothing follows.
 * - `held`: money arrived that the order cannot take; staff must look [ORDER-06].
 */
export type PaymentEffect =
  | { outcome: 'applied'; becomes: OrderState; why: string }
  | { outcome: 'noted'; why: string }
  | { outcome: 'held'; why: string }

/**
 * What a provider's news does to an order [ORDER-05, ORDER-06]. News come twice, late, and out of
 * order, so each is judged by the order's state alone: the first that may move it does, a repeat
 * changes nothing, and money that does not fit is never taken for payment nor lost from sight.
 */
export function effectOf(order: PayableState, news: PaymentNews): PaymentEffect {
  if (news.type === 'failed') return { outcome: 'noted', why: 'The payment was declined.' }
  if (news.type !== 'paid') return closing(order, news.type)
  if (wasPaid(order.state)) return repeat(order, news)
  if (!canBecome(order.state, 'paid')) {
    return {
      outcome: 'held',
      why: `A payment of ${paidSum(news)} arrived after the order was ${order.state}.`,
    }
  }
  if (news.amount !== order.total || news.currency?.toLowerCase() !== order.currency) {
    const due = `${formatCents(order.total)} ${order.currency.toUpperCase()}`
    return { outcome: 'held', why: `A payment of ${paidSum(news)} arrived where ${due} was due.` }
  }
  return { outcome: 'applied', becomes: 'paid', why: 'The payment was confirmed.' }
}

function closing(order: PayableState, type: 'expired' | 'cancelled'): PaymentEffect {
  if (!canBecome(order.state, type)) {
    return { outcome: 'noted', why: `The payment page was ${type}; the order was ${order.state}.` }
  }
  const why =
    type === 'expired' ? 'The payment page expired unpaid.' : 'The payment page was cancelled.'
  return { outcome: 'applied', becomes: type, why }
}

/** Providers tell one payment in several events; a second payment is money to give back. */
function repeat(order: PayableState, news: PaymentNews): PaymentEffect {
  const same =
    news.reference === null || order.reference === null || news.reference === order.reference
  if (same) return { outcome: 'noted', why: 'The payment was known already.' }
  return {
    outcome: 'held',
    why: `A second payment of ${paidSum(news)} arrived (${news.reference}).`,
  }
}

function paidSum({ amount, currency }: PaymentNews): string {
  const sum = amount === null ? 'an unknown sum' : formatCents(amount)
  return currency === null ? sum : `${sum} ${currency.toUpperCase()}`
}

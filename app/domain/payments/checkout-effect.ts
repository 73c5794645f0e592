import { canTransition, orderStateWord, wasPaid } from '../orders/order-state.ts'
import { installmentEffect } from './offline-payment.ts'
import { type CheckoutEvent, type Payable, type PaymentEffect, paidSum } from './payment-event.ts'
import { whyPartsDoNotFit } from './payment-parts.ts'
import { cashBalanceEffect, returnedTransfer, transfer, wireAwaited } from './wire-effect.ts'

/**
 * What an event of a checkout session does to its order [ORDER-05, ORDER-06]. Events come twice,
 * late, and out of order, so each is judged by the order's state alone: the first that may change it
 * does, a repeat changes nothing, and money that does not fit is never taken for payment nor lost.
 */
export function checkoutEffect(order: Payable, event: CheckoutEvent): PaymentEffect {
  switch (event.type) {
    case 'declined':
      return { outcome: 'ignored', why: 'The payment was declined.' }
    case 'processing':
      if (order.payBy === 'wire') return wireAwaited(order, event)
      return order.state === 'pending'
        ? {
            outcome: 'updated',
            why: 'The payment is on its way.',
            changes: { processing: true, ...taxOfDebit(order, event) },
          }
        : {
            outcome: 'ignored',
            why: `The payment is on its way; the order was ${orderStateWord(order.state)}.`,
          }
    case 'transferred':
      return transfer(order, event)
    case 'transfer returned':
      return returnedTransfer(order, event)
    case 'refund kept':
    case 'balance sent back':
    case 'sending back failed':
      return cashBalanceEffect(order, event.type, event)
    case 'failed':
      if (order.payBy === 'wire') {
        return { outcome: 'ignored', why: 'A wire is waited for until its time is over.' }
      }
      if (order.staff && !wasPaid(order.state)) return closedUnpaid
      return wasPaid(order.state)
        ? failedAfterAll(order, event)
        : closing(order, 'cancelled', 'The payment did not arrive.')
    case 'expired':
      if (order.staff) return closedUnpaid
      return closing(order, 'expired', 'The payment page expired unpaid.')
    case 'cancelled':
      if (order.staff) return closedUnpaid
      return closing(order, 'cancelled', 'The payment page was canceled.')
    case 'paid':
      if (order.staff && !order.staff.taxAtPayment) {
        return installmentEffect({ ...order, ...order.staff }, event, paidSum(event))
      }
      return order.payBy === 'wire' ? wireAwaited(order, event) : payment(order, event)
  }
}

/** What the payment page said; whether it fits is judged when the money is there. */
const taxOfDebit = ({ payBy, withTax }: Payable, { parts }: CheckoutEvent) =>
  payBy === 'debit' && withTax && parts && parts.tax >= 0 ? { pageTax: parts.tax } : {}

/** A pay link has a new payment page each time it is opened; the order waits for the link [SALE-06]. */
const closedUnpaid = {
  outcome: 'ignored',
  why: 'The payment page of a pay link was closed unpaid.',
} as const

function payment(order: Payable, event: CheckoutEvent): PaymentEffect {
  if (wasPaid(order.state)) return repeat(order, event)
  if (!canTransition(order.state, 'paid')) {
    return {
      outcome: 'on hold',
      why: `A payment of ${paidSum(event)} arrived after the order was ${orderStateWord(order.state)}.`,
    }
  }
  const why = whyPartsDoNotFit(order, event, `A payment of ${paidSum(event)} arrived`)
  if (why) return { outcome: 'on hold', why }
  return { outcome: 'applied', becomes: 'paid', why: 'The payment was confirmed.' }
}

function closing(order: Payable, to: 'expired' | 'cancelled', why: string): PaymentEffect {
  return canTransition(order.state, to)
    ? { outcome: 'applied', becomes: to, why }
    : { outcome: 'ignored', why: `${why} The order was ${orderStateWord(order.state)}.` }
}

/**
 * A payment that paid the order is said to have failed: a person looks at the provider whether the money
 * is there [BANK-10]. Of any other payment it says nothing new.
 */
function failedAfterAll(order: Payable, { reference }: CheckoutEvent): PaymentEffect {
  if (reference !== null && order.reference !== null && reference !== order.reference) {
    const why = `Another payment (${reference}) failed; the order was paid by ${order.reference}.`
    return { outcome: 'ignored', why }
  }
  return {
    outcome: 'on hold',
    why: `The payment provider reported that the payment failed${reference === null ? '' : ` (${reference})`}, after it had confirmed it. Look at the provider whether the money is there before you send anything.`,
  }
}

/** Providers report one payment in several events; a second payment is money to give back. */
function repeat(order: Payable, event: CheckoutEvent): PaymentEffect {
  const same =
    event.reference === null || order.reference === null || event.reference === order.reference
  if (same) return { outcome: 'ignored', why: 'The payment was known already.' }
  return {
    outcome: 'on hold',
    why: `A second payment of ${paidSum(event)} arrived (${event.reference}).`,
  }
}

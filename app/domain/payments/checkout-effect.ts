import { type Cents, cents, formatCents } from '../money/cents.ts'
import { canTransition, hadBecome, orderStateWord, wasPaid } from '../orders/order-state.ts'
import { cameBack, kept } from '../refunds/failed-refund.ts'
import { failedDebit } from './failed-debit.ts'
import { installmentEffect } from './offline-payment.ts'
import { whyPartsDoNotFit } from './parts-of-payment.ts'
import {
  type CheckoutEvent,
  type OrderPayment,
  type Payable,
  type PaymentEffect,
  paidSum,
} from './payment-event.ts'

export const paymentOnItsWay = 'The payment is on its way.'

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
            why: paymentOnItsWay,
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
        return { outcome: 'ignored', why: 'The wire can still arrive until its deadline.' }
      }
      if (order.payBy === 'debit' && order.state === 'pending') return failedDebit(order, event)
      if (order.staff && !wasPaid(order.state)) return closedUnpaid
      return wasPaid(order.state)
        ? failedAfterAll(order, event)
        : closing(order, 'cancelled', 'The payment didn’t arrive.')
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

/** A payment request link has a new payment page each time it is opened; the order waits for the link [SALE-06]. */
const closedUnpaid = {
  outcome: 'ignored',
  why: 'The payment page of a payment link was closed unpaid.',
} as const

function payment(order: Payable, event: CheckoutEvent): PaymentEffect {
  if (wasPaid(order.state)) return repeat(order, event)
  if (!canTransition(order.state, 'paid')) {
    return {
      outcome: 'on hold',
      why: `A payment of ${paidSum(event)} arrived after the order ${hadBecome[order.state]}.`,
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
    why: `The payment provider reported that the payment failed${reference === null ? '' : ` (${reference})`}after it had confirmed it. Check with the provider that the money is there before you ship anything.`,
  }
}

/** Providers report one payment in several events; a second payment is money to refund. */
function repeat(order: Payable, event: CheckoutEvent): PaymentEffect {
  const same =
    event.reference === null || order.reference === null || event.reference === order.reference
  if (same) return { outcome: 'ignored', why: 'This payment was already recorded.' }
  return {
    outcome: 'on hold',
    why: `A second payment of ${paidSum(event)} arrived (${event.reference}).`,
  }
}

/**
 * A wire that came [BANK-06]. Any number of them may pay one order, and what they add up to decides: a
 * cent short still waits, more than enough is paid and the rest owed to the buyer.
 */
function transfer(order: Payable, event: CheckoutEvent): PaymentEffect {
  const sum = paidSum(event)
  const { amount, currency } = event
  if (amount === null || currency?.toLowerCase() !== order.currency) {
    return {
      outcome: 'on hold',
      why: `A transfer of ${sum} arrived, but U.S. dollars were due (${event.reference}).`,
    }
  }
  if (order.payBy !== 'wire') {
    return {
      outcome: 'on hold',
      why: `A transfer of ${sum} arrived for an order that’s paid another way (${event.reference}).`,
    }
  }
  if (!canTransition(order.state, 'paid')) {
    const what =
      order.returned > 0 ? 'It may replace the one the bank reversed' : 'It’s owed to the buyer'
    return {
      outcome: 'on hold',
      why: `A transfer of ${sum} arrived after the order ${hadBecome[order.state]}. ${what} (${event.reference}).`,
    }
  }
  if (order.isLateWire) return lateWire(order, event)
  const received = cents(order.received + amount)
  const due = wireDue(order)
  const came = `${sum} arrived by wire, ${formatCents(received)} in total.`
  if (due === null) {
    const why = `${came} The payment page hasn’t reported the sales tax yet.`
    return { outcome: 'updated', why, changes: { processing: true } }
  }
  const left = cents(due - received)
  if (left > 0) {
    const why = `${came} ${formatCents(left)} is still due.`
    return { outcome: 'updated', why, changes: { processing: true } }
  }
  const why =
    left === 0
      ? 'The full wire arrived.'
      : `The wire arrived with ${formatCents(cents(-left))} extra, which is owed to the buyer.`
  return { outcome: 'applied', becomes: 'paid', why }
}

/** It may be told before the transfer that it reverses, which nothing names: then it waits for that [BANK-14]. */
function returnedTransfer(order: Payable, event: CheckoutEvent): PaymentEffect {
  const sum = paidSum(event)
  const isInDollars = event.currency?.toLowerCase() === 'usd'
  return isInDollars && (event.amount ?? 0) > order.paid
    ? {
        outcome: 'deferred',
        why: `The ${sum} transfer that was reversed hasn’t been recorded yet.`,
      }
    : {
        outcome: 'on hold',
        why: `The bank reversed a transfer of ${sum} (${event.reference}).`,
      }
}

/** What was sent back is refunded; what stays at the provider is owed to the buyer [BANK-11]. */
function cashBalanceEffect(
  order: Pick<OrderPayment, 'cashBalance'>,
  type: 'refund kept' | 'balance sent back' | 'sending back failed',
  event: CheckoutEvent,
): PaymentEffect {
  const sum = paidSum(event)
  switch (type) {
    case 'balance sent back': {
      const why = `${sum} was sent back to the buyer’s bank at the payment provider (${event.reference}).`
      const isCounted = event.amount !== null && event.currency?.toLowerCase() === 'usd'
      if (!isCounted || event.amount === null) return { outcome: 'updated', why, changes: {} }
      const inAll = order.cashBalance?.sent ?? event.amount
      if (order.cashBalance && inAll <= order.cashBalance.refunded) {
        return { outcome: 'ignored', why: `A refund of ${sum} was already recorded.` }
      }
      return { outcome: 'updated', why, changes: { refunded: inAll } }
    }
    case 'refund kept':
      return { outcome: 'on hold', why: kept(sum, `${event.reference}`) }
    case 'sending back failed':
      if (
        event.currency?.toLowerCase() === 'usd' &&
        order.cashBalance &&
        order.cashBalance.cameBack <= order.cashBalance.failed
      ) {
        return { outcome: 'ignored', why: `The return of ${sum} was already recorded.` }
      }
      return { outcome: 'on hold', why: cameBack(sum, `${event.reference}`) }
  }
}

/** What a wire must come to; null until the payment page has said the sales tax [BANK-09]. */
function wireDue({ total, withTax, pageTax }: Payable): Cents | null {
  if (!withTax) return total
  return pageTax === null ? null : cents(total + pageTax)
}

/**
 * The buyer is done on the payment page, which says the sales tax by the address that was entered there; or
 * the provider has the whole. Each transfer is reported, or asked for, in its own event. Where the
 * money was faster than the page, it pays the order now.
 */
function wireAwaited(order: Payable, event: CheckoutEvent): PaymentEffect {
  if (order.state !== 'pending') {
    return { outcome: 'ignored', why: 'This payment was already recorded.' }
  }
  const isSaid = order.withTax && order.pageTax === null && event.parts !== undefined
  if (!isSaid) {
    const why =
      event.type === 'paid'
        ? 'The payment provider has the full wire. We’re requesting the payment.'
        : paymentOnItsWay
    return { outcome: 'updated', why, changes: { processing: true } }
  }
  const wrong = whyPartsDoNotFit(order, event, `A wire of ${paidSum(event)} was requested`)
  if (wrong) return { outcome: 'on hold', why: wrong }
  const pageTax = event.parts?.tax ?? cents(0)
  const due = cents(order.total + pageTax)
  const changes = { processing: true, pageTax } as const
  const asked = `A wire of ${formatCents(due)} is due, of which ${formatCents(pageTax)} is sales tax.`
  if (order.received < due) return { outcome: 'updated', why: asked, changes }
  const over = cents(order.received - due)
  const why =
    over === 0
      ? `${asked} The full amount had arrived.`
      : `${asked} It had arrived with ${formatCents(over)} extra, which is owed to the buyer.`
  return { outcome: 'applied', becomes: 'paid', why, changes }
}

/**
 * A wire that came after its deadline pays nothing [WIRE-05]. One that came in time may still be reported, so the
 * order waits for the job that asks for it before it expires; on hold, staff decide [ORDER-06].
 */
export function lateWire({ onHold }: Payable, event: CheckoutEvent): PaymentEffect {
  const came = `A transfer of ${paidSum(event)} arrived after the deadline (${event.reference}).`
  return onHold
    ? { outcome: 'on hold', why: `${came} It’s owed to the buyer.` }
    : { outcome: 'updated', why: `${came} It isn’t counted as payment.`, changes: {} }
}

import { cents, formatCents } from '../money/cents.ts'
import { canTransition, orderStateWord } from '../orders/order-state.ts'
import {
  type CheckoutEvent,
  type OrderPayment,
  type Payable,
  type PaymentEffect,
  paidSum,
} from './payment-event.ts'

/**
 * A wire that came [BANK-06]. Any number of them may pay one order, and what they add up to decides: a
 * cent short still waits, more than enough is paid and the rest owed to the buyer.
 */
export function transfer(order: Payable, event: CheckoutEvent): PaymentEffect {
  const sum = paidSum(event)
  const { amount, currency } = event
  if (amount === null || currency?.toLowerCase() !== order.currency) {
    return {
      outcome: 'on hold',
      why: `A transfer of ${sum} arrived where US dollars were due (${event.reference}).`,
    }
  }
  if (order.payBy !== 'wire') {
    return {
      outcome: 'on hold',
      why: `A transfer of ${sum} arrived for an order that is paid otherwise (${event.reference}).`,
    }
  }
  if (!canTransition(order.state, 'paid')) {
    return {
      outcome: 'on hold',
      why: `A transfer of ${sum} arrived after the order was ${orderStateWord(order.state)}. It is owed to the buyer (${event.reference}).`,
    }
  }
  const received = cents(order.received + amount)
  const left = cents(order.total - received)
  if (left > 0) {
    const why = `${sum} came by wire, ${formatCents(received)} in all. ${formatCents(left)} is still missing.`
    return { outcome: 'updated', why, changes: { processing: true } }
  }
  const why =
    left === 0
      ? 'The wire arrived whole.'
      : `The wire arrived, with ${formatCents(cents(-left))} too much, which is owed to the buyer.`
  return { outcome: 'applied', becomes: 'paid', why }
}

/** It may be told before the transfer it took back, which nothing names: then it waits for that [BANK-14]. */
export function returnedTransfer(order: Payable, event: CheckoutEvent): PaymentEffect {
  const sum = paidSum(event)
  const isInDollars = event.currency?.toLowerCase() === 'usd'
  return isInDollars && (event.amount ?? 0) > order.paid
    ? { outcome: 'deferred', why: `The transfer of ${sum} that was taken back is not known yet.` }
    : {
        outcome: 'on hold',
        why: `The bank took a transfer of ${sum} back (${event.reference}).`,
      }
}

/** What was sent back is given back; what stays at the provider is owed to the buyer [BANK-11]. */
export function cashBalanceEffect(
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
        return { outcome: 'ignored', why: `A refund of ${sum} was known already.` }
      }
      return { outcome: 'updated', why, changes: { refunded: inAll } }
    }
    case 'refund kept':
      return {
        outcome: 'on hold',
        why: `A refund of ${sum} went to the buyer’s cash balance at the payment provider, not to their bank (${event.reference}). Send it back from there; it is owed to the buyer until then.`,
      }
    case 'sending back failed':
      if (
        event.currency?.toLowerCase() === 'usd' &&
        order.cashBalance &&
        order.cashBalance.cameBack <= order.cashBalance.failed
      ) {
        return { outcome: 'ignored', why: `That ${sum} came back was known already.` }
      }
      return {
        outcome: 'on hold',
        why: `${sum} that was to be sent back did not reach the buyer’s bank (${event.reference}). It is owed to the buyer.`,
      }
  }
}

/** The provider says that it has the whole; each transfer is reported, or asked for, by itself. */
export function wholeWire(order: Payable): PaymentEffect {
  return order.state === 'pending'
    ? {
        outcome: 'updated',
        why: 'The payment provider has the whole wire; what came is asked for.',
        changes: { processing: true },
      }
    : { outcome: 'ignored', why: 'The payment was known already.' }
}

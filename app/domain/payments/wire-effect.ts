import { type Cents, cents, formatCents } from '../money/cents.ts'
import { canTransition, orderStateWord } from '../orders/order-state.ts'
import {
  type CheckoutEvent,
  type OrderPayment,
  type Payable,
  type PaymentEffect,
  paidSum,
} from './payment-event.ts'
import { whyPartsDoNotFit } from './payment-parts.ts'

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
  const due = wireDue(order)
  const came = `${sum} came by wire, ${formatCents(received)} in all.`
  if (due === null) {
    const why = `${came} The payment page has not said the sales tax yet.`
    return { outcome: 'updated', why, changes: { processing: true } }
  }
  const left = cents(due - received)
  if (left > 0) {
    const why = `${came} ${formatCents(left)} is still missing.`
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

/** What a wire must come to; null until the payment page has said the sales tax [BANK-09]. */
function wireDue({ total, withTax, pageTax }: Payable): Cents | null {
  if (!withTax) return total
  return pageTax === null ? null : cents(total + pageTax)
}

/**
 * The buyer is done on the payment page, which says the sales tax by the address that was entered there; or
 * the provider has the whole. Each transfer is reported, or asked for, in an event of its own. Where the
 * money was faster than the page, it pays the order now.
 */
export function wireAwaited(order: Payable, event: CheckoutEvent): PaymentEffect {
  if (order.state !== 'pending') {
    return { outcome: 'ignored', why: 'The payment was known already.' }
  }
  const isSaid = order.withTax && order.pageTax === null && event.parts !== undefined
  if (!isSaid) {
    const why =
      event.type === 'paid'
        ? 'The payment provider has the whole wire; what came is asked for.'
        : 'The payment is on its way.'
    return { outcome: 'updated', why, changes: { processing: true } }
  }
  const wrong = whyPartsDoNotFit(order, event, `A wire of ${paidSum(event)} was asked for`)
  if (wrong) return { outcome: 'on hold', why: wrong }
  const pageTax = event.parts?.tax ?? cents(0)
  const due = cents(order.total + pageTax)
  const changes = { processing: true, pageTax } as const
  const asked = `A wire of ${formatCents(due)} is due, of which ${formatCents(pageTax)} is sales tax.`
  if (order.received < due) return { outcome: 'updated', why: asked, changes }
  const over = cents(order.received - due)
  const why =
    over === 0
      ? `${asked} It had arrived whole.`
      : `${asked} It had arrived, with ${formatCents(over)} too much, which is owed to the buyer.`
  return { outcome: 'applied', becomes: 'paid', why, changes }
}

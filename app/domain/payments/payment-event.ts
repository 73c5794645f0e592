import { type Cents, cents, formatCents } from '../money/cents.ts'
import { canTransition, type OrderState, wasPaid } from '../orders/order-state.ts'
import type { PayBy } from '../pricing/bank-price.ts'
import { instalmentEffect } from './hand-payment.ts'
import type { HoldChange } from './hold.ts'
import { type SaleParts, totalOf } from './ledger.ts'
import type { KnownRefund } from './refund.ts'

/**
 * What can happen at a checkout session. `declined`: a card was refused, and another may be tried.
 * `processing`: the shopper is done, and the money comes later or not at all. `failed`: it did not
 * come.
 */
export const checkoutEventTypes = [
  'paid',
  'declined',
  'expired',
  'cancelled',
  'processing',
  'failed',
] as const

/**
 * What can happen to a wire: it came, which need not be the whole, or its bank took it back. The provider
 * keeps what was not used, or was refunded, on the buyer's cash balance (`refund kept`); from there it is
 * sent back to the bank, or that fails.
 */
const wireEventTypes = [
  'transferred',
  'transfer returned',
  'refund kept',
  'balance sent back',
  'sending back failed',
] as const

export type CheckoutEventType =
  | (typeof checkoutEventTypes)[number]
  | (typeof wireEventTypes)[number]

export type CheckoutEvent = {
  type: CheckoutEventType
  /** What was paid; null where the provider names no amount. */
  amount: Cents | null
  /** What the amount is made of; left out where the provider does not say: all of it is for goods. */
  parts?: SaleParts
  /** ISO 4217, in either case. */
  currency: string | null
  /** The provider's id of the payment. */
  reference: string | null
}

export type DisputeStatus = 'open' | 'won' | 'lost'

/** What payments need to know of an order. */
export type OrderPayment = {
  state: OrderState
  payBy: PayBy
  /** Of the goods. */
  total: Cents
  /** It was placed to be paid with sales tax. */
  withTax: boolean
  /** By its payments so far, less what a bank took back and what was given back. */
  received: Cents
  /** The same, whatever was given back. */
  paid: Cents
  /** What a bank took back. */
  returned: Cents
  currency: string
  /** Of the payment it was paid by; null while unpaid. */
  reference: string | null
  /** It waits for staff: a payment came that it could not take. */
  onHold: boolean
  /** Of the payment an event is about: what was given back in all, and the refunds known by their id. */
  refunded: Cents
  refunds: readonly KnownRefund[]
  disputeOccurredAt: Date | null
  /** Of an order that staff made, which may be paid in several payments. */
  staff?: StaffPayment
  /** Of an event about the buyer's cash balance at the provider, itself among them. */
  cashBalance?: CashBalance
}

export type StaffPayment = {
  /** Goods and the tax that was agreed to. */
  due: Cents
  /** The ledger has the payment that the event is about. */
  isKnown: boolean
  /** The total is final; else it is an estimate until the price of the gold is fixed. */
  isFixed: boolean
  /** Its payment page adds the tax: it is paid whole, as an order of the web. */
  taxAtPayment: boolean
}

/**
 * The provider reports what leaves a cash balance twice, as a refund and as a movement of the balance, and
 * neither names the other. Both add up to the same in the end, so the higher sum counts [BANK-13].
 */
export type CashBalance = {
  /** By its movements: what left for the bank, and what came back because it could not be sent. */
  sent: Cents
  cameBack: Cents
  /** What the ledger has of both. */
  refunded: Cents
  failed: Cents
}

/** What is written to an order beside its state. */
export type PaymentChanges = {
  /** In all. */
  refunded?: Cents
  dispute?: { status: DisputeStatus; occurredAt: Date }
  hold?: HoldChange
  processing?: true
}

/**
 * - `applied`: the order changes its state.
 * - `updated`: it stays in its state; something is written to it and to its history.
 * - `ignored`: recorded, and nothing follows.
 * - `on hold`: money arrived that the order cannot take; staff must look [ORDER-06].
 * - `deferred`: its payment is not known yet; it is looked at again with that.
 */
export type PaymentEffect =
  | { outcome: 'applied'; becomes: OrderState; why: string; changes?: PaymentChanges }
  | { outcome: 'updated'; why: string; changes: PaymentChanges }
  | { outcome: 'ignored' | 'on hold' | 'deferred'; why: string }

type Payable = Pick<
  OrderPayment,
  | 'state'
  | 'payBy'
  | 'total'
  | 'withTax'
  | 'received'
  | 'paid'
  | 'currency'
  | 'reference'
  | 'cashBalance'
  | 'staff'
>

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
      return order.state === 'pending'
        ? { outcome: 'updated', why: 'The payment is on its way.', changes: { processing: true } }
        : { outcome: 'ignored', why: `The payment is on its way; the order was ${order.state}.` }
    case 'transferred':
      return transfer(order, event)
    case 'transfer returned':
      return returnedTransfer(order, event)
    case 'refund kept':
    case 'balance sent back':
    case 'sending back failed':
      return cashBalance(order, event.type, event)
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
      return closing(order, 'cancelled', 'The payment page was cancelled.')
    case 'paid':
      if (order.staff && !order.staff.taxAtPayment) {
        return instalmentEffect({ ...order, ...order.staff }, event, paidSum(event))
      }
      return order.payBy === 'wire' ? wholeWire(order) : payment(order, event)
  }
}

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
      why: `A payment of ${paidSum(event)} arrived after the order was ${order.state}.`,
    }
  }
  const why = whyNotTaken(order, event)
  if (why) return { outcome: 'on hold', why }
  return { outcome: 'applied', becomes: 'paid', why: 'The payment was confirmed.' }
}

/** Goods must be the order's; beside them there is only a tax it was placed with, to the cent [TAX-02]. */
function whyNotTaken(order: Payable, event: CheckoutEvent): string | null {
  const { amount, currency, parts } = event
  const due = `${formatCents(order.total)} ${order.currency.toUpperCase()}`
  const arrived = `A payment of ${paidSum(event)} arrived`
  const goods = parts?.goods ?? amount
  if (amount === null || goods !== order.total || currency?.toLowerCase() !== order.currency) {
    return parts && goods !== amount
      ? `${arrived} with goods of ${formatCents(parts.goods)}, where ${due} was due.`
      : `${arrived} where ${due} was due.`
  }
  if (!parts) return null
  const { tax, shipping, discount } = parts
  if (tax < 0 || totalOf(parts) !== amount) {
    const inAll = `${formatCents(cents(goods + tax))} ${order.currency.toUpperCase()}`
    return `${arrived} where ${inAll} was due; its parts do not add up: goods ${formatCents(goods)}, tax ${formatCents(tax)}, shipping ${formatCents(shipping)}, discount ${formatCents(discount)}.`
  }
  if (shipping !== 0 || discount !== 0) {
    return `${arrived} with shipping of ${formatCents(shipping)} and a discount of ${formatCents(discount)}; the order has neither.`
  }
  return tax > 0 && !order.withTax
    ? `${arrived} with sales tax of ${formatCents(tax)}; the order was placed without.`
    : null
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
      why: `A transfer of ${sum} arrived after the order was ${order.state}. It is owed to the buyer (${event.reference}).`,
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
function returnedTransfer(order: Payable, event: CheckoutEvent): PaymentEffect {
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
function cashBalance(
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
function wholeWire(order: Payable): PaymentEffect {
  return order.state === 'pending'
    ? {
        outcome: 'updated',
        why: 'The payment provider has the whole wire; what came is asked for.',
        changes: { processing: true },
      }
    : { outcome: 'ignored', why: 'The payment was known already.' }
}

function closing(order: Payable, to: 'expired' | 'cancelled', why: string): PaymentEffect {
  return canTransition(order.state, to)
    ? { outcome: 'applied', becomes: to, why }
    : { outcome: 'ignored', why: `${why} The order was ${order.state}.` }
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

export function paidSum({ amount, currency }: Pick<CheckoutEvent, 'amount' | 'currency'>): string {
  const sum = amount === null ? 'an unknown sum' : formatCents(amount)
  return currency === null ? sum : `${sum} ${currency.toUpperCase()}`
}

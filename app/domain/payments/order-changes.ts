import type { PostalAddress } from '../address/us-places.ts'
import type { Cents } from '../money/cents.ts'
import { type OrderState, wasPaid } from '../orders/order-state.ts'
import type { PayBy } from '../pricing/bank-discount.ts'
import type {
  CheckoutEvent,
  DisputeStatus,
  PaymentChanges,
  PaymentEffect,
} from './payment-event.ts'
import type { RefundOrDispute } from './refund-or-dispute.ts'

/** What of an order, as it is stored, decides what an event writes to it. */
export type StoredOrder = {
  state: OrderState
  origin: 'web' | 'staff'
  payBy: PayBy
  withTax: boolean
  email: string | null
  shippingAddress: PostalAddress | null
  shippingMethod: string
  pageTaxCents: number | null
  paymentReference: string | null
  wireDueBy: Date | null
  expiresAt: Date
  priceWithdrawnAt: Date | null
}

/** Only an event that pays says who paid. */
export type ReportedEvent = Pick<
  CheckoutEvent | RefundOrDispute,
  'type' | 'amount' | 'reference' | 'currency'
> & {
  id: string
  email?: string | null
  address?: PostalAddress | null
  name?: string | null
  instructions?: string
}

export type OrderChanges = {
  columns: {
    email?: string | null
    shippingAddress?: PostalAddress | null
    paidAt?: Date
    paymentReference?: string | null
    paymentProcessingAt?: Date | null
    paymentUrl?: string
    expiresAt?: Date
    dispute?: DisputeStatus
    disputeOccurredAt?: Date
    pageTaxCents?: number
  }
  email: {
    about:
      | 'on hold'
      | 'held back'
      | 'part paid'
      | `dispute ${DisputeStatus}`
      | `wire ${'awaited' | 'came late' | 'came canceled' | 'was extra'}`
      | 'payment was extra'
      | `debit ${'awaited' | 'failed'}`
    occasion: string
  } | null
  alert: 'dispute-opened' | 'paid-at-withdrawn-price' | null
}

/**
 * What an effect writes to its order beside the state, and whom it notifies. `due`: what the buyer owes once
 * the event is in the ledger; below zero, what is owed to them.
 */
export function changesOf(
  order: StoredOrder,
  effect: PaymentEffect,
  event: ReportedEvent,
  { at, due }: { at: Date; due: Cents },
): OrderChanges {
  const { id, reference } = event
  switch (effect.outcome) {
    case 'applied': {
      const isPaid = effect.becomes === 'paid'
      return {
        columns: {
          ...changedColumns(effect.changes, at),
          ...(isPaid && {
            paidAt: at,
            ...buyerColumns(order, event),
            // Of a wire it is the payment its transfers went into.
            paymentReference:
              order.payBy === 'wire' ? (order.paymentReference ?? reference) : reference,
          }),
        },
        email: effect.changes?.hold ? emailOfUpdate(order, effect.changes, event) : null,
        alert: isPaid && order.priceWithdrawnAt !== null ? 'paid-at-withdrawn-price' : null,
      }
    }
    case 'updated':
      return {
        columns: {
          ...changedColumns(effect.changes, at),
          ...waitingColumns(order, effect.changes, event),
        },
        email: emailOfUpdate(order, effect.changes, event),
        alert: effect.changes.dispute?.status === 'open' ? 'dispute-opened' : null,
      }
    case 'on hold': {
      const about = heldAs(order, event, due)
      // Of an order that ended unpaid nobody knew the buyer. A paid one keeps its own: another may have paid again.
      const isFirst = about === 'payment was extra' && !wasPaid(order.state)
      const columns = isFirst ? { email: order.email ?? event.email ?? null } : {}
      return { columns, email: { about, occasion: id }, alert: null }
    }
    case 'ignored':
    case 'deferred':
      return { columns: {}, email: null, alert: null }
  }
}

/** Anyone who pays says who buys; but of an order that staff made, they have written it down before. */
function buyerColumns(
  { origin, email, shippingAddress, shippingMethod }: StoredOrder,
  event: ReportedEvent,
): Pick<OrderChanges['columns'], 'email' | 'shippingAddress'> {
  return origin === 'staff'
    ? {
        email: email ?? event.email ?? null,
        shippingAddress: writtenOr(shippingAddress, event),
      }
    : {
        email: event.email ?? email,
        shippingAddress:
          event.address ??
          (shippingMethod === 'pickup' ? nameAlone(event) : null) ??
          shippingAddress,
      }
}

/** Who picks an order up: no address is asked for, and staff ask for the person by name [PICKUP-09]. */
function nameAlone({ name }: ReportedEvent): PostalAddress | null {
  if (!name) return null
  return { name, line1: '', line2: '', city: '', state: '', postalCode: '', country: 'US' }
}

/** Of a buyer whose name alone staff wrote down the payment page asked for the address. */
function writtenOr(written: StoredOrder['shippingAddress'], { address }: ReportedEvent) {
  return written?.line1 ? written : (address ?? written)
}

/**
 * What an order keeps while its bank sends the money: who pays, by a wire also where it will be
 * sent, and that the price stays until the day its wire is due by [BANK-05].
 */
function waitingColumns(
  order: StoredOrder,
  { processing }: PaymentChanges,
  event: ReportedEvent,
): OrderChanges['columns'] {
  // A debit of a deposit has arrived: nothing is on its way any longer.
  if (order.origin === 'staff' && event.type === 'paid') {
    return { ...buyerColumns(order, event), paymentProcessingAt: null }
  }
  if (!processing) return {}
  return {
    email: order.email ?? event.email ?? null,
    shippingAddress: writtenOr(order.shippingAddress, event),
    ...(order.payBy === 'wire' && {
      expiresAt: order.wireDueBy ?? order.expiresAt,
      ...(event.type !== 'transferred' && {
        paymentReference: order.paymentReference ?? event.reference,
      }),
      ...(event.instructions !== undefined && { paymentUrl: event.instructions }),
    }),
  }
}

/** What an order keeps of a dispute, and since when its bank sends the money. */
function changedColumns(
  { dispute, processing, pageTax, hold }: PaymentChanges = {},
  at: Date,
): OrderChanges['columns'] {
  return {
    ...(dispute && { dispute: dispute.status, disputeOccurredAt: dispute.occurredAt }),
    ...(processing && { paymentProcessingAt: at }),
    ...(hold?.kind === 'debit failed' && { paymentProcessingAt: null }),
    ...(pageTax !== undefined && { pageTaxCents: pageTax }),
  }
}

/**
 * Money for an order that ended, or is paid, is refunded, which its buyer is told as well [WIRE-04, MAIL-25]. Staff
 * decide about another currency, and about a payment of which a part was due, as after the bank took one back.
 */
function heldAs(
  { state, payBy }: StoredOrder,
  { type, amount, currency }: ReportedEvent,
  due: Cents,
) {
  const isMoney = type === (payBy === 'wire' ? 'transferred' : 'paid')
  const isOwedBack = amount !== null && due <= -amount && currency?.toLowerCase() === 'usd'
  if (!isMoney || !isOwedBack || state === 'pending') return 'on hold'
  if (payBy !== 'wire') return 'payment was extra'
  if (wasPaid(state)) return 'wire was extra'
  return state === 'cancelled' ? 'wire came canceled' : 'wire came late'
}

function emailOfUpdate(
  { origin, payBy, withTax, pageTaxCents }: StoredOrder,
  { dispute, hold, processing, pageTax }: PaymentChanges,
  { id, type, reference }: ReportedEvent,
): OrderChanges['email'] {
  // A dispute has its own emails; what else holds an order back has one for all.
  if (dispute) return { about: `dispute ${dispute.status}`, occasion: id }
  if (hold?.kind === 'fraud warning' || hold?.kind === 'review') {
    return { about: 'held back', occasion: `${type} ${id}` }
  }
  if (hold?.kind === 'debit failed') return { about: 'debit failed', occasion: reference ?? id }
  // A deposit, or another part of a draft order; its last payment has the emails of a paid order.
  if (origin === 'staff' && type === 'paid') {
    return { about: 'part paid', occasion: reference ?? id }
  }
  if (!processing) return null
  // An order that staff made may be paid in several debits.
  if (payBy === 'debit') return { about: 'debit awaited', occasion: reference ?? '' }
  // Once the sum of a wire is known; then after each transfer that is not the whole.
  const isSumKnown = !withTax || pageTaxCents !== null || pageTax !== undefined
  if (payBy !== 'wire' || !isSumKnown) return null
  return { about: 'wire awaited', occasion: type === 'transferred' ? id : 'begun' }
}

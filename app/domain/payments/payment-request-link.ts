import { type Cents, formatCents } from '../money/cents.ts'
import type { OrderState } from '../orders/order-state.ts'
import type { StaffDue } from './offline-payment.ts'

/** What a payment request link asks for, in the order offered to staff: what is due next comes first [SALE-17]. */
export const paymentRequestKinds = ['deposit', 'balance', 'whole'] as const
/** What staff can ask for; `change`: the difference that a change of a paid order makes, which they ask for with it. */
export type RequestableKind = (typeof paymentRequestKinds)[number]
export type PaymentRequestKind = RequestableKind | 'change'

/** In days; the price of the gold is held so long. */
export const maxLinkDays = 60

/** All that decides whether a link can still be paid. */
export type PaymentRequestLinkFacts = {
  kind: PaymentRequestKind
  closedAt: Date | null
  paidAt: Date | null
  endsAt: Date
  order: {
    state: OrderState
    isPriceWithdrawn: boolean
    isHeld: boolean
    /** A bank debit is on its way. */
    isProcessing: boolean
  }
  isSellingStopped: boolean
  /** The shop takes payments where the order was made for. */
  isProviderThere: boolean
}

export type PaymentRequestState =
  | 'open'
  | 'paid'
  | 'processing'
  | 'over'
  | 'replaced'
  | 'canceled'
  | 'price withdrawn'
  | 'stopped'
  | 'held'

/** Whether a link can be paid now [SALE-06]. What is wrong with the sale comes before the clock. */
export function paymentRequestState(link: PaymentRequestLinkFacts, now: Date): PaymentRequestState {
  const { order } = link
  if (link.paidAt !== null) return 'paid'
  // Before what is held: money for a canceled order is only to be refunded.
  if (order.state === 'cancelled') return 'canceled'
  if (order.isHeld) return 'held'
  if (order.isPriceWithdrawn) return 'price withdrawn'
  const isOfChange = link.kind === 'change'
  const awaited = isOfChange ? 'paid' : 'pending'
  if (link.closedAt !== null || order.state !== awaited || !link.isProviderThere) return 'replaced'
  if (order.isProcessing && !isOfChange) return 'processing'
  if (now >= link.endsAt) return 'over'
  return link.isSellingStopped ? 'stopped' : 'open'
}

/** No button, and status 410: it will not be paid any longer, or not now. */
export const isGone = (state: PaymentRequestState) =>
  state !== 'open' && state !== 'paid' && state !== 'processing'

type Payable = Pick<StaffDue, 'left' | 'depositLeft'> & {
  received: Cents
  isGoldFixed: boolean
  /** Its payment page adds the tax, which it does to the whole alone. */
  taxAtPayment: boolean
}

/** What a link of a kind would ask for, or why there is none, in a sentence for staff [SALE-06]. */
export function linkAmount(
  kind: RequestableKind,
  { left, depositLeft, received, isGoldFixed, taxAtPayment }: Payable,
): Cents | { refused: string } {
  if (left === 0) return { refused: 'Nothing is left to pay on this order.' }
  if (kind === 'deposit') {
    if (depositLeft === null) return { refused: 'No deposit was agreed for this order.' }
    if (depositLeft === 0) return { refused: 'The deposit is paid.' }
    return depositLeft
  }
  if (!isGoldFixed) return { refused: 'Lock the gold price first. The total is an estimate.' }
  if (kind === 'whole' && received > 0) {
    return { refused: `${formatCents(received)} is already paid. Send a link for the balance.` }
  }
  if (kind === 'balance' && (received === 0 || taxAtPayment)) {
    return { refused: 'Nothing is paid yet. Send a link for the full amount.' }
  }
  return left
}

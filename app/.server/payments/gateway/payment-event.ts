import type { CheckoutEvent } from '#app/domain/payments/payment-event.ts'
import type { RefundOrDispute } from '#app/domain/payments/refund-or-dispute.ts'

/** Where the goods go. All fields as given by the shopper, trimmed. */
export type PaymentAddress = {
  name: string
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  country: string
}

/** What a provider told, already verified as its own and put into the shop's words. */
export type PaymentEvent = CheckoutSessionEvent | RefundOrDisputeEvent
/** Of a payment page: paid, refused, closed. */
export type CheckoutSessionEvent = CheckoutEvent & Told
/** Of a payment that was made: refunds and disputes. */
export type RefundOrDisputeEvent = RefundOrDispute & Told

type Told = {
  /** The provider's name of this telling; the same one again is the same event. */
  id: string
  provider: 'test' | 'stripe'
  /**
   * Which order it is about: by the payment session it was opened with, by the order's own id, or,
   * once it is paid, by the payment. All that are known are named; the first that is found counts.
   */
  about: { session?: string; orderId?: string; payment?: string }
  email: string | null
  address: PaymentAddress | null
  /** When it happened, as the provider says; left out where it is now. */
  occurredAt?: Date
  /** Found because the shop asked: the provider's own word of it was lost, or is late. */
  reconciled?: true
  /** As received, for the books; without secrets and card data. */
  payload: Record<string, unknown>
}

/** What a provider told that concerns no order of this shop: recorded, never applied. */
export type IgnoredEvent = {
  id: string
  provider: 'stripe'
  /** The provider's own name of it. */
  type: string
  ignored: string
  reconciled?: true
  payload: Record<string, unknown>
}

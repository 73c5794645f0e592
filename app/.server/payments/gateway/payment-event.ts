import type { PostalAddress } from '#app/domain/address/us-places.ts'
import type { SaleParts } from '#app/domain/ledger/ledger.ts'
import type { CheckoutEvent } from '#app/domain/payments/payment-event.ts'
import type { RefundOrDispute } from '#app/domain/payments/refund-or-dispute.ts'
import type { LineTax } from '#app/domain/tax/sales-tax.ts'

/** What a provider reported, already verified as its own and put into the shop's names. */
export type PaymentEvent = CheckoutSessionEvent | RefundOrDisputeEvent
export type CheckoutSessionEvent = CheckoutEvent & EventDetails
export type RefundOrDisputeEvent = RefundOrDispute & EventDetails

type EventDetails = {
  /** The provider's id; the same one again is the same event. */
  id: string
  provider: 'test' | 'stripe'
  /** Whether a real card was charged. */
  livemode: boolean
  /**
   * Which order it is about: by its checkout session, by the order's own id, or, once it is paid, by
   * the payment. All that are known are named; the first that is found counts.
   */
  about: { session?: string; orderId?: string; payment?: string; customer?: string }
  email: string | null
  /** Where the goods go. All fields as given by the shopper, trimmed. */
  address: PostalAddress | null
  /** Where tax was to be added: whether the provider could compute it, in its words. */
  taxStatus?: string | null
  /** What its tax is made of, where the provider says it along with the payment. */
  taxes?: readonly LineTax[]
  /** Where a buyer reads how to send a wire. */
  instructions?: string
  /** The provider's id of the refund, dispute, warning or review. */
  object?: string
  /** The shop's own id of the refund, where it was asked for here. */
  refund?: string
  /** The country of the card's billing address, ISO 3166; of payments alone. */
  billedIn?: string | null
  /** When it happened, as the provider says; left out where it is now. */
  occurredAt?: Date
  /** Found because the shop asked: the provider's own event was lost, or is late. */
  reconciled?: true
  /** As received, to be stored; without secrets and card data. */
  payload: Record<string, unknown>
}

/** An event that concerns no order of this shop: recorded, never applied. */
export type IgnoredEvent = {
  id: string
  provider: 'stripe'
  livemode: boolean
  /** The provider's own name of it. */
  type: string
  ignored: string
  reconciled?: true
  payload: Record<string, unknown>
}

/** The part of an event that moves money; a deferred event has nothing else. */
export type MoneyEvent = Pick<
  PaymentEvent,
  | 'id'
  | 'provider'
  | 'livemode'
  | 'type'
  | 'amount'
  | 'currency'
  | 'reference'
  | 'object'
  | 'refund'
> & { parts?: SaleParts }

/** Adds why a bank did not pay, which is stored with the event. */
export function withDetail(event: PaymentEvent, detail: string | null): PaymentEvent {
  return detail === null ? event : { ...event, detail, payload: { ...event.payload, detail } }
}

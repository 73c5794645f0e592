import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import type { StripeEvent } from '#tests/support/stripe-state.ts'

/** An order and all that Stripe has of it; or a payment that no order was placed for. */
export type Purchase = {
  index: number
  order: { id: string; number: string; session: string; total: number } | null
  payBy: PayBy
  /** Stripe's customer of a wire. */
  customer: string | null
  /** Its payments at Stripe; of a wire, the one that its transfers go into. */
  intents: string[]
  /** Reported by Stripe, and not delivered yet; and those that were. */
  waiting: StripeEvent[]
  told: StripeEvent[]
  /** How much more happens to it. */
  left: number
  /** Staff took a payment for it that did not fit. */
  isAccepted: boolean
  /** From then on its bank takes no wire back: it would be paid twice. */
  isRefundAsked: boolean
  /** A refund was asked for while a bank had taken a wire back, and nobody had told the shop. */
  isRefundedUnawares: boolean
  /** Its entries of the ledger when they were last looked at. */
  entries: string[]
  /** Of the order, when it was last looked at. */
  mark: string
}

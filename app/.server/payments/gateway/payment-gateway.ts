import type { ChosenOption } from '#app/domain/catalog/chosen-options.ts'
import type { BoughtNow } from '#app/domain/checkout/cancel-path.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import type { OrderShipping } from '#app/domain/shipping/shipping-method.ts'
import type { LineTax } from '#app/domain/tax/sales-tax.ts'
import type { BalanceTransaction, Payout } from './balance-transaction.ts'
import type { IgnoredEvent, PaymentEvent, RefundOrDisputeEvent } from './payment-event.ts'

/** What the provider must know of an order. */
export type PayableOrder = {
  id: string
  number: string
  token: string
  /** Of the lines and the shipping rate. */
  total: Cents
  /** Left out: free, in the United States. */
  shipping?: OrderShipping
  currency: 'usd'
  /** Sales tax is added to the total. */
  withTax: boolean
  lines: readonly {
    name: string
    size: string
    grams: string
    options?: readonly ChosenOption[]
    /** Empty: nothing. */
    engraving?: string
    unitPrice: Cents
    quantity: number
    /** Null where no tax is added. */
    taxCode: string | null
    /** Taken off the line, by a code and for paying by bank. */
    discount: Cents
  }[]
  payBy: PayBy
  /** The only person who can pay, if its discount code is limited per email address. */
  email?: string
  /** Whether 3-D Secure is asked of every card, or as the provider decides. */
  threeDSecure: 'any' | 'automatic'
  createdAt: Date
  expiresAt: Date
  /** Where it is bought by Buy Now and not from the cart. */
  buyNowOf: BoughtNow | null
  /** A payment page for a part of an order that staff made: it charges this one sum, and adds no tax. */
  part?: { name: string; amount: Cents }
  /** Names the session, where one order may have several, one after another. */
  sessionKey?: string
  /** Where a shopper who leaves without paying goes, if not to the cart. */
  leaveTo?: string
}

/** The status of a checkout session: open, unknown to its provider, or the event it ended with. */
export type SessionStatus = 'open' | 'unknown' | PaymentEvent

/** What the provider must know of a refund. */
export type RefundRequest = {
  /** The shop's own id of it; the provider's idempotency key is made of it. */
  id: string
  orderId: string | null
  /** The provider's id of the payment; of money on a buyer's cash balance, of the customer. */
  payment: string
  amount: Cents
  /** The buyer's, if staff entered or corrected it; the provider does not know it. */
  email: string | null
  /** When it was asked for. */
  at: Date
}

/** The refund as an event of it, or why the provider makes none: a sentence for staff. */
export type RefundResult = RefundOrDisputeEvent | { refused: string }

/** `customer`: who pays by wire, one for each order. */
export type OpenedSession = { session: string; url: string; customer?: string }

/** Opens a page where the shopper pays. Card data is entered only there [PAY-17]. */
export type PaymentGateway = {
  provider: 'test' | 'stripe'
  /** True where real cards are charged. */
  live: boolean
  /** Why the provider cannot take this sum in so many lines, for the shopper; null where it can. */
  refuses(total: Cents, lines: number): string | null
  /**
   * Throws PaymentUnavailable with a sentence for the shopper, SessionTooLate where no session can be
   * had for this order any longer. Safe to repeat for one order: it is the same session.
   */
  openSession(order: PayableOrder): Promise<OpenedSession>
  /**
   * Closes a session, so that nobody can pay there any longer, and answers how it ended, which may
   * be that it was paid. Throws PaymentUnavailable where that cannot be had.
   */
  closeSession(session: string): Promise<Exclude<SessionStatus, 'open'>>
  /** Throws PaymentUnavailable. */
  retrieveSession(session: string): Promise<SessionStatus>
  /**
   * The tax of each line, and of the shipping, of an order that was paid by this session, by jurisdiction. Throws
   * PaymentUnavailable, also where the lines are not those of the order or do not add up.
   */
  lineTaxes(session: string, order: PayableOrder): Promise<LineTax[]>
  /**
   * All sessions opened since then that shoppers have completed, paid or processing; those nobody
   * completed are not among them. Throws PaymentUnavailable.
   */
  completedSince(since: Date): Promise<PaymentEvent[]>
  /**
   * Gives money back. Safe to repeat for a day: it is the same refund. Throws PaymentUnavailable where it
   * is not known whether it was made.
   */
  refund(request: RefundRequest): Promise<RefundResult>
  /** A refund that may have been made; null where there is none. Throws PaymentUnavailable. */
  findRefund(request: RefundRequest): Promise<RefundOrDisputeEvent | null>
  /** All that a customer has wired so far, oldest first. Throws PaymentUnavailable. */
  transfersOf(customer: string): Promise<PaymentEvent[]>
  /** Stops this payment; money already received stays where it is. Throws PaymentUnavailable. */
  stopPayment(reference: string): Promise<void>
  /** Recent events that the provider could not deliver. Throws PaymentUnavailable. */
  undelivered(since: Date): Promise<(PaymentEvent | IgnoredEvent)[]>
  /** Whether the account has an event of this id. Throws PaymentUnavailable. */
  hasEvent(id: string): Promise<boolean>
  /**
   * What moved on the shop's balance at the provider from one moment to before another; null where that is more
   * than is read at once. Throws PaymentUnavailable.
   */
  balanceBetween(from: Date, to: Date): Promise<BalanceTransaction[] | null>
  /** Payouts to the bank since then. Throws PaymentUnavailable. */
  payoutsSince(since: Date): Promise<Payout[]>
  /** What a payout is made of, itself included; null where that is too much. Throws PaymentUnavailable. */
  transactionsOfPayout(id: string): Promise<BalanceTransaction[] | null>
  /**
   * Reads a webhook once its signature is verified; throws BadSignature otherwise. Null where the
   * provider sends none.
   */
  readWebhook:
    | ((body: Uint8Array, signature: string | null, now: Date) => PaymentEvent | IgnoredEvent)
    | null
}

export class PaymentUnavailable extends Error {}

/** The session would close sooner than the provider opens any. None was ever opened. */
export class SessionTooLate extends Error {}

/** An event of the provider that is not in a known form; the message names where. */
export class UnreadableEvent extends Error {}

/** A webhook that is not the provider's, or not of now. */
export class BadSignature extends Error {}

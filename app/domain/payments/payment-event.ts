import type { PostalAddress } from '../address/us-places.ts'
import type { SaleParts } from '../ledger/ledger.ts'
import { type Cents, formatCents } from '../money/cents.ts'
import type { OrderState } from '../orders/order-state.ts'
import type { PayBy } from '../pricing/bank-discount.ts'
import type { KnownRefund } from '../refunds/refund-state.ts'
import type { HoldChange } from '../risk/hold.ts'
import type { OrderShipping } from '../shipping/shipping-method.ts'

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
  /** Where the goods go, as it was entered on the payment page; null where none was. */
  address?: PostalAddress | null
  /** Who pays, known also where no address is asked for. */
  name?: string | null
  /** Why a bank did not pay, in words that end a sentence; left out where its reason is not known. */
  detail?: string | null
}

export type DisputeStatus = 'open' | 'won' | 'lost'

/** What payments need to know of an order. */
export type OrderPayment = {
  state: OrderState
  payBy: PayBy
  /** Of the goods, and of their shipping. */
  total: Cents
  /** Left out: free, in the United States. */
  shipping?: OrderShipping
  /** It was placed to be paid with sales tax. */
  withTax: boolean
  /** Of a wire or a debit the sales tax that its payment page said; null before, and of a card. */
  pageTax: Cents | null
  /** By its payments so far, less what a bank reversed, what was refunded, and wires that came too late. */
  received: Cents
  /** By all its payments, less what a bank reversed. */
  paid: Cents
  /** What a bank reversed, and the provider's ids of the reversals. */
  returned: Cents
  reversals: readonly string[]
  currency: string
  /** Of the payment it was paid by; null while unpaid. */
  reference: string | null
  /** It waits for staff: a payment came that it could not take. */
  onHold: boolean
  /** Of the payment an event is about: what was refunded in all, and the refunds known by their id. */
  refunded: Cents
  refunds: readonly KnownRefund[]
  disputeOccurredAt: Date | null
  /** Of an order that staff made, which may be paid in several payments. */
  staff?: StaffPayment
  /** Of an event about the buyer's cash balance at the provider, itself among them. */
  cashBalance?: CashBalance
  /** The event is a wire that came after its deadline. */
  isLateWire?: boolean
}

export type StaffPayment = {
  /** Goods and the tax that was agreed to. */
  due: Cents
  /** The ledger has the payment that the event is about. */
  isKnown: boolean
  /** The total is final; else it is an estimate until the price of the gold is fixed. */
  isFixed: boolean
  /** Another payment at its price may be asked for. */
  isPriceHeld: boolean
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
  /** What the payment page of a wire or a debit adds to the total. */
  pageTax?: Cents
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

/** What decides over a payment. */
export type Payable = Pick<
  OrderPayment,
  | 'state'
  | 'payBy'
  | 'total'
  | 'shipping'
  | 'withTax'
  | 'pageTax'
  | 'received'
  | 'paid'
  | 'returned'
  | 'currency'
  | 'reference'
  | 'cashBalance'
  | 'staff'
  | 'isLateWire'
> &
  Partial<Pick<OrderPayment, 'onHold'>>

/** A sum and its currency, for sentences: `$12.50 USD`. */
export function paidSum({ amount, currency }: Pick<CheckoutEvent, 'amount' | 'currency'>): string {
  const sum = amount === null ? 'an unknown amount' : formatCents(amount)
  return currency === null ? sum : `${sum} ${currency.toUpperCase()}`
}

/**
 * What a further report adds to an order whose payment is on its way already; null where it is nothing new. A
 * provider reports one payment several times, and history names each thing once [ORDER-17].
 */
export function addedByReport<Columns extends { paymentProcessingAt?: Date | null }>(
  order: Readonly<Record<string, unknown>>,
  { paymentProcessingAt: _since, ...reported }: Columns,
): Omit<Columns, 'paymentProcessingAt'> | null {
  const isNew = ([name, value]: [string, unknown]) =>
    JSON.stringify(value ?? null) !== JSON.stringify(order[name] ?? null)
  return Object.entries(reported).some(isNew) ? reported : null
}

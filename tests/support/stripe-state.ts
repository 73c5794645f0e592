import type { Rate, ShippingCost, StripeLineItem } from './stripe-tax.ts'
import type { ParamError } from './stripe-types.ts'
import type { Wires } from './stripe-wires.ts'

export type StripeEvent = {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: Record<string, unknown> }
  [more: string]: unknown
}

/** What the stand-in of Stripe keeps, and its answers: the rules of Stripe's reference. */
export type StripeStore = {
  now: () => Date
  live: boolean
  secretKey: string
  /** Whether the account was activated. */
  chargesEnabled: boolean
  /** Calls that a restricted key may not make. */
  denied: RegExp | null
  sessions: Map<string, StripeSession>
  lineItems: Map<string, StripeLineItem[]>
  /** Sales tax by state; another one has none. */
  taxRates: Record<string, readonly Rate[]>
  refunds: Map<string, StripeRefund>
  /** The status a refund is made with. */
  refundsBecome: StripeRefund['status']
  /** Payments that a bank disputes. */
  disputed: Set<string>
  emit: (type: string, object: Record<string, unknown>) => unknown
  events: StripeEvent[]
  /** What moved on the account's balance, and what was paid out to its bank. */
  balance: Balance
  wires: Wires
  /** Ids of events whose webhook could not be delivered. */
  undelivered: Set<string>
  /** By idempotency key: the request's print and its answer. */
  answers: Map<string, { print: string; answer: Refusal }>
}

/** A movement of the account's balance, with its source whole: it is sent as an id where that is not expanded. */
export type StripeTransaction = Record<string, unknown> & {
  id: string
  amount: number
  net: number
  created: number
  source: ({ id: string } & Record<string, unknown>) | null
  /** The payout it is part of; no field of Stripe's, which lists by it. */
  payout: string | null
}

export type StripePayout = Record<string, unknown> & {
  id: string
  amount: number
  created: number
  status: string
  reconciliation_status: string
}

type Balance = { transactions: StripeTransaction[]; payouts: StripePayout[] }

export type StripeSession = Record<string, unknown> & {
  id: string
  status: 'open' | 'complete' | 'expired'
  amount_total: number
  success_url: string
  expires_at: number
  shipping_cost: ShippingCost | null
  /** Null: no address is asked for. */
  shipping_address_collection: { allowed_countries: string[] } | null
  /** What its charge says of the buyer, where it is asked for. */
  charge?: { billing_details?: object; shipping?: object }
  /** Why its payment failed, as its payment says where it is asked for. */
  last_payment_error?: { code: string }
}

/** An answer, good or bad. */
export type Refusal = { status: number; headers?: Record<string, string>; body: object }

export type StripeRefund = Record<string, unknown> & {
  id: string
  amount: number
  /** Null where it is from the cash balance of its customer. */
  payment_intent: string | null
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
}

export const ok = (body: object): Refusal => ({ status: 200, body })

export function refuse(status: number, type: string, error: object): Refusal {
  return { status, body: { error: { type, ...error } } }
}

export function badParam({ code, param, message }: ParamError): Refusal {
  return refuse(400, 'invalid_request_error', { code, param, message })
}

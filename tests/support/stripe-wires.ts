import { randomBytes } from 'node:crypto'
import { checkParams, type FormObject, parseForm } from './stripe-types.ts'

export type Transaction = Record<string, unknown> & { id: string; customer: string }

/** Customers who pay by wire, and what reached their account numbers. */
export type Wires = {
  customers: Map<string, FormObject>
  transactions: Transaction[]
  /** Payments that were stopped. */
  cancelled: Set<string>
}

/** What of the stand-in's store wires touch. */
type WireStore = {
  now: () => Date
  live: boolean
  wires: Wires
  sessions: Map<string, WireSession>
}
type WireSession = Record<string, unknown> & { id: string }
type Answer = { status: number; body: object }

export const noWires = (): Wires => ({
  customers: new Map(),
  transactions: [],
  cancelled: new Set(),
})

/** A movement of the cash balance of a customer; whoever makes it reports it. */
export function addTransaction(
  { wires, live, now }: WireStore,
  customer: string,
  net_amount: number,
  more: object = {},
): Transaction {
  const transaction: Transaction = {
    id: `ccsbtxn_${randomBytes(10).toString('hex')}`,
    object: 'customer_cash_balance_transaction',
    type: 'funded',
    created: Math.floor(now().getTime() / 1000),
    currency: 'usd',
    customer,
    customer_account: null,
    ending_balance: net_amount,
    livemode: live,
    net_amount,
    ...more,
  }
  wires.transactions.push(transaction)
  return transaction
}

const intoBalance = ['funded', 'refunded_from_payment', 'return_canceled']
const outOfBalance = ['funding_reversed', 'return_initiated']

/** What a movement adds, in cents; none that is between the balance and a payment. */
export function changeOf({ type, net_amount }: Transaction): number {
  const sum = Math.abs(Number(net_amount))
  if (intoBalance.includes(String(type))) return sum
  return outOfBalance.includes(String(type)) ? -sum : 0
}

/**
 * US cents that a customer has on the cash balance. What comes goes into the payment that waits for it, and
 * stays there when it is whole. Source: https://docs.stripe.com/payments/customer-balance/reconciliation
 */
export function cashOf({ wires, sessions }: WireStore, customer: string): number {
  const session = [...sessions.values()].find((each) => each.customer === customer)
  const isPaid = session?.payment_status === 'paid'
  const isWaiting = session?.status === 'complete' && !isPaid
  if (isWaiting && !wires.cancelled.has(String(session.payment_intent))) return 0
  const all = wires.transactions
    .filter((each) => each.customer === customer && each.currency === 'usd')
    .reduce((sum, each) => sum + changeOf(each), 0)
  return Math.max(0, all - (isPaid ? Number(session?.amount_total) : 0))
}

/** Source: https://docs.stripe.com/api/customers/create */
export function createCustomer({ wires, live }: WireStore, params: FormObject): Answer {
  const bad = checkParams('CustomerCreateParams', params)
  if (bad) return refused(400, bad)
  const id = `cus_${randomBytes(7).toString('hex')}`
  wires.customers.set(id, params)
  return { status: 200, body: { id, object: 'customer', livemode: live, ...params } }
}

/** Source: https://docs.stripe.com/api/customers/update */
function updateCustomer({ wires, live }: WireStore, id: string, params: FormObject): Answer {
  const known = wires.customers.get(id)
  if (!known) return refused(404, { code: 'resource_missing' })
  const bad = checkParams('CustomerUpdateParams', params)
  if (bad) return refused(400, bad)
  const now = { ...known, ...params }
  wires.customers.set(id, now)
  return { status: 200, body: { id, object: 'customer', livemode: live, ...now } }
}

/** Source: https://docs.stripe.com/api/cash_balance_transactions, /payment_intents/cancel */
export function takeWireCall(
  store: WireStore,
  way: string,
  query: FormObject,
  body: string,
): Answer | null {
  const { wires, sessions } = store
  const customer = /^GET \/v1\/customers\/(cus_\w+)\/cash_balance_transactions$/.exec(way)?.[1]
  if (customer) {
    if (!wires.customers.has(customer)) return refused(404, { code: 'resource_missing' })
    // Of every list, in types of their own.
    const { limit: _limit, starting_after: _after, ...rest } = query
    const bad = checkParams('CustomerListCashBalanceTransactionsParams', rest)
    if (bad) return refused(400, bad)
    // Newest first.
    return listed(way, wires.transactions.filter((each) => each.customer === customer).toReversed())
  }
  const updated = /^POST \/v1\/customers\/(cus_\w+)$/.exec(way)?.[1]
  if (updated) return updateCustomer(store, updated, parseForm(body))
  if (way === 'GET /v1/customers') {
    return listed(
      way,
      Array.from(wires.customers, ([id, params]) => ({ id, object: 'customer', ...params })),
    )
  }
  if (way === 'GET /v1/payment_intents') {
    const ids = Array.from(sessions.values(), ({ payment_intent }) => payment_intent)
    return listed(
      way,
      ids.filter(Boolean).map((id) => ({ id, object: 'payment_intent' })),
    )
  }
  const intent = /^POST \/v1\/payment_intents\/(pi_\w+)\/cancel$/.exec(way)?.[1]
  if (!intent) return null
  const bad = checkParams('PaymentIntentCancelParams', parseForm(body))
  if (bad) return refused(400, bad)
  const session = [...sessions.values()].find((each) => each.payment_intent === intent)
  if (!session) return refused(404, { code: 'resource_missing' })
  if (session.payment_status === 'paid' || wires.cancelled.has(intent)) {
    return refused(400, { code: 'payment_intent_unexpected_state' })
  }
  wires.cancelled.add(intent)
  session.intent_status = 'canceled'
  return { status: 200, body: { id: intent, object: 'payment_intent', status: 'canceled' } }
}

const listed = (way: string, data: object[]): Answer => ({
  status: 200,
  body: { object: 'list', url: way.slice('GET '.length), has_more: false, data },
})

function refused(status: number, error: object): Answer {
  return {
    status,
    body: { error: { type: 'invalid_request_error', message: 'Refused.', ...error } },
  }
}

/** How to send a wire, once its session is complete; null for any other way to pay. */
export function instructionsAction(session: WireSession): object | null {
  const ways = session.allowed_payment_method_types as string[]
  if (!ways.includes('customer_balance') || session.payment_status === 'paid') return null
  return {
    type: 'display_bank_transfer_instructions',
    display_bank_transfer_instructions: {
      amount_remaining: session.amount_total,
      currency: 'usd',
      hosted_instructions_url: `https://payments.stripe.com/bank_transfers/instructions/${session.id}`,
      reference: 'RE4L',
      type: 'us_bank_transfer',
    },
  }
}

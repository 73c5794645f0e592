import { randomBytes } from 'node:crypto'
import { addToBalance } from './stripe-balance.ts'
import {
  badParam,
  ok,
  type Refusal,
  refuse,
  type StripeRefund,
  type StripeSession,
  type StripeStore,
} from './stripe-state.ts'
import { checkParams, type FormObject } from './stripe-types.ts'
import { addTransaction, cashOf } from './stripe-wires.ts'

/** Source: https://docs.stripe.com/api/refunds/create */
export function createRefund(store: StripeStore, params: FormObject): Refusal {
  const bad = checkParams('RefundCreateParams', params)
  if (bad) return badParam(bad)
  if (params.origin !== undefined) return createBalanceRefund(store, params)
  const intent = String(params.payment_intent ?? '')
  const session = sessionOfIntent(store, intent)
  if (!session) {
    return refuse(404, 'invalid_request_error', {
      code: 'resource_missing',
      param: 'payment_intent',
      message: `No such payment_intent: '${intent}'`,
    })
  }
  if (session.payment_status !== 'paid') {
    return refuse(400, 'invalid_request_error', {
      message: `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
    })
  }
  if (store.disputed.has(intent)) {
    return refuse(400, 'invalid_request_error', {
      code: 'charge_disputed',
      message: 'The charge has been charged back and cannot be refunded.',
    })
  }
  const left = session.amount_total - refundedOf(store, intent)
  const amount = params.amount === undefined ? left : Number(params.amount)
  if (left === 0) {
    return refuse(400, 'invalid_request_error', {
      code: 'charge_already_refunded',
      message: 'Charge has already been refunded.',
    })
  }
  if (amount < 1) {
    return badParam({
      code: 'parameter_invalid_integer',
      param: 'amount',
      message: 'Invalid positive integer',
    })
  }
  if (amount > left) {
    return refuse(400, 'invalid_request_error', {
      param: 'amount',
      message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
    })
  }
  return ok(makeRefund(store, intent, amount, (params.metadata ?? {}) as FormObject))
}

/** Source: https://docs.stripe.com/payments/customer-balance/refunding */
function createBalanceRefund(store: StripeStore, params: FormObject): Refusal {
  const wrong = (param: string, code: string, message: string, status = 400) =>
    refuse(status, 'invalid_request_error', { code, param, message })
  for (const param of ['customer', 'currency', 'amount']) {
    if (!params[param]) {
      return wrong(param, 'parameter_missing', `Missing required param: ${param}.`)
    }
  }
  for (const param of ['payment_intent', 'charge']) {
    if (params[param]) {
      return wrong(param, 'parameter_unknown', `Received both ${param} and origin.`)
    }
  }
  const customer = String(params.customer)
  if (!store.wires.customers.has(customer)) {
    return wrong('customer', 'resource_missing', `No such customer: '${customer}'`, 404)
  }
  // Checkout puts the buyer's address on the customer; there Stripe asks for the bank account.
  const isKnown = [...store.sessions.values()].some(
    (session) => session.customer === customer && session.customer_details,
  )
  if (!isKnown && !store.wires.customers.get(customer)?.email) {
    return wrong('customer', 'email_invalid', 'The customer must have a valid email address.')
  }
  const amount = Number(params.amount)
  const left = params.currency === 'usd' ? cashOf(store, customer) : 0
  if (amount < 1 || amount > left) {
    const message = `Refund amount (${amount}) is greater than the available cash balance (${left})`
    return wrong('amount', 'amount_too_large', message)
  }
  return ok(makeBalanceRefund(store, customer, amount, (params.metadata ?? {}) as FormObject))
}

/** A refund from a cash balance, by the API or in the dashboard; Stripe reports it twice. */
export function makeBalanceRefund(
  store: StripeStore,
  customer: string,
  amount: number,
  metadata: object = {},
): StripeRefund {
  const refund = storedRefund(store, { amount, metadata, customer, payment_intent: null })
  store.emit('refund.created', refund)
  const type = 'return_initiated'
  const left = addTransaction(store, customer, -amount, { type })
  store.emit('customer_cash_balance_transaction.created', left)
  return structuredClone(refund)
}

/** A refund of a payment, by the API or in the dashboard; with what Stripe reports of it. */
export function makeRefund(
  store: StripeStore,
  intent: string,
  amount: number,
  metadata: object = {},
): StripeRefund {
  const customer = sessionOfIntent(store, intent)?.customer ?? null
  const refund = storedRefund(store, { amount, metadata, customer, payment_intent: intent })
  addToBalance(store, 0 - amount, 'refund', { source: refund })
  store.emit('refund.created', refund)
  store.emit('charge.refunded', chargeOf(store, intent))
  return structuredClone(refund)
}

function storedRefund(
  store: StripeStore,
  of: Pick<StripeRefund, 'amount' | 'payment_intent'> & { metadata: object; customer: unknown },
): StripeRefund {
  const refund: StripeRefund = {
    id: `re_${randomBytes(12).toString('hex')}`,
    object: 'refund',
    ...of,
    charge: of.payment_intent && `ch_${of.payment_intent.slice(3)}`,
    created: Math.floor(store.now().getTime() / 1000),
    currency: 'usd',
    metadata: { ...of.metadata },
    reason: 'requested_by_customer',
    status: store.refundsBecome,
  }
  store.refunds.set(refund.id, refund)
  return refund
}

/** What became of a refund that was pending, or came back. */
export function changeRefund(
  store: StripeStore,
  id: string,
  status: StripeRefund['status'],
): StripeRefund {
  const refund = store.refunds.get(id)
  if (!refund) throw new Error(`there is no refund ${id}`)
  refund.status = status
  store.emit('refund.updated', refund)
  if (refund.payment_intent !== null) store.emit('charge.refund.updated', refund)
  if (status === 'failed') {
    if (refund.payment_intent !== null)
      addToBalance(store, refund.amount, 'refund_failure', { source: refund })
    store.emit('refund.failed', refund)
  }
  if (refund.payment_intent === null && (status === 'failed' || status === 'canceled')) {
    const type = 'return_canceled'
    const back = addTransaction(store, String(refund.customer), refund.amount, { type })
    store.emit('customer_cash_balance_transaction.created', back)
  }
  return structuredClone(refund)
}

/** The charge of a payment as its events carry it. */
function chargeOf(store: StripeStore, intent: string): Record<string, unknown> {
  const session = sessionOfIntent(store, intent)
  const amount_refunded = refundedOf(store, intent)
  return {
    id: `ch_${intent.slice(3)}`,
    object: 'charge',
    currency: 'usd',
    amount: session?.amount_total,
    amount_refunded,
    refunded: amount_refunded === session?.amount_total,
    payment_intent: intent,
    metadata: session?.metadata,
  }
}

/** What of a payment is given back, without what failed. */
export function refundedOf({ refunds }: StripeStore, intent: string): number {
  return [...refunds.values()]
    .filter(({ payment_intent }) => payment_intent === intent)
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((sum, { amount }) => sum + amount, 0)
}

function sessionOfIntent({ sessions }: StripeStore, intent: string): StripeSession | undefined {
  return [...sessions.values()].find(({ payment_intent }) => payment_intent === intent)
}

/** Newest first. */
export function listRefunds({ refunds }: StripeStore, query: FormObject): Refusal {
  const { limit: _limit, starting_after: _after, created: _created, ...rest } = query
  const since = Number((query.created as FormObject | undefined)?.gte ?? 0)
  const bad = checkParams('RefundListParams', rest)
  if (bad) return badParam(bad)
  const data = [...refunds.values()]
    .filter(
      ({ payment_intent }) =>
        rest.payment_intent === undefined || payment_intent === rest.payment_intent,
    )
    .filter(({ created }) => Number(created) >= since)
    .reverse()
  return ok({ object: 'list', url: '/v1/refunds', has_more: false, data: structuredClone(data) })
}

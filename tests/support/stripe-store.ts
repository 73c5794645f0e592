import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Stripe from 'stripe'
import { takeBalanceCall } from './stripe-balance.ts'
import { createRefund, listRefunds } from './stripe-refunds.ts'
import { totalOf, wrongSession } from './stripe-session-rules.ts'
import {
  badParam,
  ok,
  type Refusal,
  refuse,
  type StripeSession,
  type StripeStore,
} from './stripe-state.ts'
import { lineItemsOf, listedItems, shippingCostOf, shippingTaxesOf } from './stripe-tax.ts'
import { checkParams, type FormObject, parseForm } from './stripe-types.ts'
import { createCustomer, instructionsAction, takeWireCall } from './stripe-wires.ts'

const wayOf = {
  customer: /^POST \/v1\/customers$/,
  create: /^POST \/v1\/checkout\/sessions$/,
  one: /^GET \/v1\/checkout\/sessions\/(cs_\w+)$/,
  expire: /^POST \/v1\/checkout\/sessions\/(cs_\w+)\/expire$/,
  items: /^GET \/v1\/checkout\/sessions\/(cs_\w+)\/line_items$/,
  list: /^GET \/v1\/checkout\/sessions$/,
  events: /^GET \/v1\/events$/,
  event: /^GET \/v1\/events\/(\w+)$/,
  refund: /^POST \/v1\/refunds$/,
  refunds: /^GET \/v1\/refunds$/,
}

export function takeCall(
  store: StripeStore,
  origin: string,
  request: IncomingMessage,
  body: string,
): Refusal {
  const { pathname, search } = new URL(request.url ?? '/', origin)
  const way = `${request.method} ${pathname}`
  const wrong = wrongHead(store, request)
  if (wrong) return wrong
  expireOld(store)
  const query = parseForm(search.slice(1))
  const one = wayOf.one.exec(way)?.[1]
  const expiring = wayOf.expire.exec(way)?.[1]
  if (store.denied?.test(way)) {
    return refuse(403, 'invalid_request_error', {
      message: 'Not among the permissions of rk_****.',
    })
  }
  if (way === 'GET /v1/balance') return ok({ object: 'balance', livemode: store.live })
  if (way === 'GET /v1/account') {
    return ok({ id: 'acct_standin', object: 'account', charges_enabled: store.chargesEnabled })
  }
  const ofBalance = takeBalanceCall(store, way, query)
  if (ofBalance) return ofBalance
  const ofWires = takeWireCall(store, way, query, body)
  if (ofWires) return ofWires
  if (wayOf.customer.test(way))
    return idempotent(store, request, way + body, () => createCustomer(store, parseForm(body)))
  if (wayOf.create.test(way))
    return idempotent(store, request, way + body, () => create(store, origin, body))
  if (one) {
    const bad = checkParams('SessionRetrieveParams', query)
    return bad ? badParam(bad) : found(store, one, (session) => ok(answerOf(session, query)))
  }
  if (expiring) {
    const bad = checkParams('SessionExpireParams', parseForm(body))
    return bad ? badParam(bad) : found(store, expiring, expire)
  }
  const listed = wayOf.items.exec(way)?.[1]
  if (listed) {
    const { limit: _, ...rest } = query
    const bad = checkParams('SessionListLineItemsParams', rest)
    if (bad) return badParam(bad)
    return found(store, listed, ({ id }) => ok(listedItems(store.lineItems.get(id) ?? [], query)))
  }
  if (wayOf.list.test(way)) return listSessions(store, query)
  const event = wayOf.event.exec(way)?.[1]
  if (event) {
    const known = store.events.find(({ id }) => id === event)
    return known ? ok(structuredClone(known)) : noSuch('event', event)
  }
  if (wayOf.events.test(way)) return listEvents(store, query)
  if (wayOf.refund.test(way))
    return idempotent(store, request, way + body, () => createRefund(store, parseForm(body)))
  if (wayOf.refunds.test(way)) return listRefunds(store, query)
  return refuse(404, 'invalid_request_error', { message: `Unrecognized request URL (${way}).` })
}

function wrongHead(store: StripeStore, { headers, method }: IncomingMessage): Refusal | null {
  if (headers.authorization !== `Bearer ${store.secretKey}`) {
    return refuse(401, 'invalid_request_error', { message: 'Invalid API Key provided: sk_****.' })
  }
  if (headers['stripe-version'] !== Stripe.API_VERSION) {
    return refuse(400, 'invalid_request_error', { message: 'Invalid Stripe API version.' })
  }
  if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded') {
    return refuse(400, 'invalid_request_error', { message: 'Invalid content type.' })
  }
  return null
}

/** Source: https://docs.stripe.com/api/idempotent_requests (refused requests are not kept). */
function idempotent(
  store: StripeStore,
  request: IncomingMessage,
  asked: string,
  run: () => Refusal,
): Refusal {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key.length > 255) {
    return refuse(400, 'invalid_request_error', { message: 'An Idempotency-Key is wanted here.' })
  }
  const print = createHash('sha256').update(asked).digest('hex')
  const before = store.answers.get(key)
  if (before && before.print !== print) {
    return refuse(400, 'idempotency_error', {
      message: 'Keys for idempotent requests can only be used with the same parameters.',
    })
  }
  if (before) return { ...before.answer, headers: { 'Idempotent-Replayed': 'true' } }
  const answer = run()
  if (answer.status === 200) store.answers.set(key, { print, answer })
  return answer
}

function create(store: StripeStore, origin: string, body: string): Refusal {
  const params = parseForm(body)
  const bad = checkParams('SessionCreateParams', params) ?? wrongSession(store, params)
  if (bad) return badParam(bad)
  const { line_items, metadata, client_reference_id, success_url, cancel_url } = params
  const subtotal = totalOf(line_items as FormObject)
  const shipping_cost = shippingCostOf(params.shipping_options as FormObject | undefined)
  const shipping = shipping_cost?.amount_subtotal ?? 0
  const withTax = (params.automatic_tax as FormObject | undefined)?.enabled === 'true'
  const id = `cs_${store.live ? 'live' : 'test'}_${randomBytes(24).toString('hex')}`
  const session: StripeSession = {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    livemode: store.live,
    amount_subtotal: subtotal,
    amount_total: subtotal + shipping,
    total_details: { amount_discount: 0, amount_shipping: shipping, amount_tax: 0 },
    shipping_cost,
    shipping_address_collection: collectionOf(params),
    automatic_tax: {
      enabled: withTax,
      liability: withTax ? { type: 'self' } : null,
      provider: withTax ? 'stripe' : null,
      status: withTax ? 'requires_location_inputs' : null,
    },
    currency: 'usd',
    client_reference_id,
    customer: params.customer ?? null,
    customer_email: params.customer_email ?? null,
    allowed_payment_method_types: Object.values(
      (params.allowed_payment_method_types ?? {}) as FormObject,
    ),
    metadata: metadata ?? {},
    payment_intent: null,
    payment_link: null,
    customer_details: null,
    collected_information: null,
    created: Math.floor(store.now().getTime() / 1000),
    success_url: String(success_url),
    cancel_url,
    expires_at: Number(params.expires_at ?? store.now().getTime() / 1000 + 86_400),
    url: `${origin}/pay/${id}`,
  }
  store.sessions.set(id, session)
  store.lineItems.set(id, lineItemsOf(line_items as FormObject))
  return ok(structuredClone(session))
}

function collectionOf(params: FormObject): StripeSession['shipping_address_collection'] {
  const collection = params.shipping_address_collection as FormObject | undefined
  const countries = Object.values((collection?.allowed_countries ?? {}) as FormObject)
  return collection ? { allowed_countries: countries.map(String) } : null
}

function expire(session: StripeSession): Refusal {
  if (session.status !== 'open') {
    return refuse(400, 'invalid_request_error', {
      message: `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
    })
  }
  Object.assign(session, { status: 'expired', url: null })
  return ok(answerOf(session))
}

/** Sessions whose time is over, by the stand-in's clock. */
function expireOld({ sessions, now }: StripeStore): void {
  for (const session of sessions.values()) {
    if (session.status === 'open' && session.expires_at * 1000 <= now().getTime()) {
      Object.assign(session, { status: 'expired', url: null })
    }
  }
}

/** Newest first, page by page. */
function listSessions(store: StripeStore, query: FormObject): Refusal {
  const { created, limit = '10', starting_after, ...rest } = query
  const bad = checkParams('SessionListParams', rest)
  if (bad) return badParam(bad)
  if (!/^([1-9]\d?|100)$/.test(String(limit))) {
    return badParam({ code: 'parameter_invalid', param: 'limit', message: 'From 1 to 100.' })
  }
  const since = Number((created as FormObject | undefined)?.gte ?? 0)
  const all = [...store.sessions.values()]
    .filter(({ status }) => rest.status === undefined || status === rest.status)
    .filter((session) => Number(session.created) >= since)
    .reverse()
  const from = starting_after ? all.findIndex(({ id }) => id === starting_after) + 1 : 0
  const page = all.slice(from, from + Number(limit))
  const expanded = Object.values((query.expand ?? {}) as FormObject).includes('data.payment_intent')
  return ok({
    object: 'list',
    url: '/v1/checkout/sessions',
    has_more: from + page.length < all.length,
    data: page.map((session) =>
      answerOf(session, expanded ? { expand: { 0: 'payment_intent' } } : {}),
    ),
  })
}

function listEvents(store: StripeStore, query: FormObject): Refusal {
  const allowed = ['created', 'delivery_success', 'limit', 'types', 'starting_after', 'type']
  const unknown = Object.keys(query).find((name) => !allowed.includes(name))
  if (unknown) return badParam({ code: 'parameter_unknown', param: unknown, message: 'Unknown.' })
  const types = Object.values((query.types ?? {}) as FormObject)
  if (types.length > 20)
    return badParam({ code: 'parameter_invalid', param: 'types', message: '20.' })
  const since = Number((query.created as FormObject | undefined)?.gte ?? 0)
  const data = store.events.filter(
    ({ id, type, created }) =>
      created >= since &&
      (types.length === 0 || types.includes(type)) &&
      (query.delivery_success !== 'false' || store.undelivered.has(id)),
  )
  return ok({ object: 'list', url: '/v1/events', has_more: false, data: structuredClone(data) })
}

/** The session as Stripe reports it; its payment whole where that was asked for. */
export function answerOf(session: StripeSession, query: FormObject = {}): Record<string, unknown> {
  const asked = Object.values((query.expand ?? {}) as FormObject).map(String)
  const expanded = asked.some((path) => path.split('.')[0] === 'payment_intent')
  const { payment_intent, charge, last_payment_error = null, ...rest } = structuredClone(session)
  if (rest.shipping_cost && session.shipping_cost && asked.includes('shipping_cost.taxes')) {
    Object.assign(rest.shipping_cost, { taxes: shippingTaxesOf(session.shipping_cost) })
  }
  if (!expanded || typeof payment_intent !== 'string') return { ...rest, payment_intent }
  const status = rest.payment_status === 'paid' ? 'succeeded' : (rest.intent_status ?? 'processing')
  return {
    ...rest,
    payment_intent: {
      id: payment_intent,
      object: 'payment_intent',
      status,
      metadata: rest.metadata,
      shipping: null,
      receipt_email: null,
      last_payment_error,
      latest_charge: asked.includes('payment_intent.latest_charge')
        ? { id: `ch_${payment_intent.slice(3)}`, object: 'charge', ...Object(charge) }
        : `ch_${payment_intent.slice(3)}`,
      next_action: instructionsAction(session),
    },
  }
}

function found(
  { sessions }: StripeStore,
  id: string,
  then: (session: StripeSession) => Refusal,
): Refusal {
  const session = sessions.get(id)
  if (session) return then(session)
  return noSuch('session', id)
}

const noSuch = (param: string, id: string): Refusal =>
  refuse(404, 'invalid_request_error', {
    code: 'resource_missing',
    param,
    message: `No such ${param}: ${id}`,
  })

import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addCharge } from './stripe-balance.ts'
import { type Refusal, refuse, type StripeEvent, type StripeStore } from './stripe-state.ts'
import { answerOf, takeCall } from './stripe-store.ts'
import { addTax, registrations } from './stripe-tax.ts'
import { noWires } from './stripe-wires.ts'

/** What the stand-in does to the next calls instead of answering as Stripe would. */
type StripeBehavior =
  | 402
  | 409
  | 429
  | 500
  | 'html'
  /** The connection ends before anything was done. */
  | 'cut'
  /** Takes the call and never answers. */
  | 'never'
  /** Answers a byte now and then, for ever. */
  | 'drips'
  /** Does what is asked and breaks off before it is answered. */
  | 'answer lost'

/**
 * Stripe on loopback, for the official SDK: holds every request against Stripe's own published types
 * (stripe-types.ts) and the rules of its reference, keeps sessions, and signs events. It charges
 * nobody and is in no build.
 */
export type StripeServer = {
  url: string
  secretKey: string
  webhookSecret: string
  /** Environment settings that point the shop at this stand-in. */
  settings(): Record<string, string>
  store: StripeStore
  /** Every call so far, in words: `POST /v1/checkout/sessions`. */
  calls: { what: string; key: string | undefined; body: string }[]
  /** Does this to the next calls (all of them, or so many); null: answers as Stripe again. */
  behave(behavior: StripeBehavior | null, times?: number): void
  /** The card was good: the session is complete. Answers the event, which is not delivered yet. */
  pay(session: string, how?: { later?: boolean; state?: string; country?: string }): StripeEvent
  /** Days later the bank did not pay the debit. Answers the event, which is not delivered yet. */
  refuseDebit(session: string, code?: string): StripeEvent
  event(type: string, object: Record<string, unknown>, more?: Record<string, unknown>): StripeEvent
  /** A webhook's body and header. */
  signed(event: unknown, how?: { secret?: string; at?: Date }): { body: string; header: string }
  /** The origin of its payment pages; a browser goes to https alone, so a test may lead one here. */
  pages: string
  /** Where the pay button of its page sends its webhook. */
  webhookUrl: string | null
  close(): Promise<void>
}

export async function openStripeServer(
  now: () => Date = () => new Date(),
  { live = false } = {},
): Promise<StripeServer> {
  const secretKey = `sk_${live ? 'live' : 'test'}_standin`
  const webhookSecret = 'whsec_standin'
  const store: StripeStore = {
    now,
    live,
    secretKey,
    chargesEnabled: true,
    denied: null,
    sessions: new Map(),
    refunds: new Map(),
    refundsBecome: 'succeeded',
    disputed: new Set(),
    emit: (type, object) => stripe.event(type, object),
    lineItems: new Map(),
    taxRates: { ...registrations },
    events: [],
    undelivered: new Set(),
    balance: { transactions: [], payouts: [] },
    wires: noWires(),
    answers: new Map(),
  }
  const calls: StripeServer['calls'] = []
  let behavior: StripeBehavior | null = null
  let left = 0
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    if (request.url?.startsWith('/pay/')) return payPage(stripe, request, response)
    calls.push({
      what: `${request.method} ${request.url?.split('?')[0]}`,
      key: request.headers['idempotency-key'] as string | undefined,
      body,
    })
    const now = left > 0 ? behavior : null
    left -= 1
    if (now && misbehave(now, response)) return
    const answer = takeCall(store, stripe.pages, request, body)
    if (now === 'answer lost') return void response.destroy()
    send(response, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stripe: StripeServer = {
    url,
    pages: url,
    secretKey,
    webhookSecret,
    settings: () => ({
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stripe.url,
    }),
    store,
    calls,
    behave(next, times = Number.POSITIVE_INFINITY) {
      behavior = next
      left = times
    },
    pay(id, { later = false, state = 'WA', country } = {}) {
      const session = store.sessions.get(id)
      if (session?.status !== 'open') throw new Error(`${id} cannot be paid`)
      const collected = session.shipping_address_collection
      const shipsTo = country ?? collected?.allowed_countries[0] ?? 'US'
      const rates = shipsTo === 'US' ? (store.taxRates[state] ?? []) : []
      addTax(store.lineItems.get(id) ?? [], session, { state, rates })
      const isUs = shipsTo === 'US'
      const address = { ...shippingDetails.address, state: isUs ? state : null, country: shipsTo }
      Object.assign(session, {
        status: 'complete',
        payment_status: later ? 'unpaid' : 'paid',
        payment_intent: `pi_${id.slice(-16)}`,
        url: null,
        customer_details: { email: 'ada@example.com', name: 'Ada Buyer' },
        collected_information: { shipping_details: collected && { ...shippingDetails, address } },
      })
      if (!later) addCharge(store, String(session.payment_intent), session.amount_total)
      return stripe.event('checkout.session.completed', session)
    },
    refuseDebit(id, code = 'insufficient_funds') {
      const session = store.sessions.get(id)
      if (session?.payment_status !== 'unpaid') throw new Error(`${id} is no debit on its way`)
      const last_payment_error = { code, type: 'card_error', payment_method: { id: 'pm_1' } }
      Object.assign(session, { intent_status: 'requires_payment_method', last_payment_error })
      const { last_payment_error: _, ...reported } = session
      return stripe.event('checkout.session.async_payment_failed', reported)
    },
    event(type, object, more = {}) {
      const event: StripeEvent = {
        id: `evt_${randomBytes(12).toString('hex')}`,
        object: 'event',
        api_version: '2026-10-28.endive',
        created: Math.floor(now().getTime() / 1000),
        livemode: live,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
        data: { object: structuredClone(object) },
        ...more,
      }
      store.events.push(event)
      return event
    },
    signed(event, { secret = webhookSecret, at = now() } = {}) {
      const body = typeof event === 'string' ? event : JSON.stringify(event, null, 2)
      const time = Math.floor(at.getTime() / 1000)
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
      return { body, header: `t=${time},v1=${signature},v0=${'0'.repeat(64)}` }
    },
    webhookUrl: null,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return stripe
}

const shippingDetails = {
  name: 'Ada Buyer',
  address: {
    line1: '1000 Example Street',
    line2: null,
    city: 'Seattle',
    state: 'WA',
    postal_code: '98101',
    country: 'US',
  },
}

function misbehave(behavior: StripeBehavior, response: ServerResponse): boolean {
  switch (behavior) {
    case 402:
      send(response, refuse(402, 'card_error', { code: 'card_declined', message: 'Declined.' }))
      return true
    case 409:
      send(
        response,
        refuse(409, 'idempotency_error', { message: 'Another request is in progress.' }),
      )
      return true
    case 429:
      send(response, refuse(429, 'invalid_request_error', { code: 'rate_limit', message: 'Slow.' }))
      return true
    case 500:
      send(response, refuse(500, 'api_error', { message: 'An unknown error occurred.' }))
      return true
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html' })
      response.end('<!doctype html><title>Down for maintenance</title>')
      return true
    case 'drips': {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
      return true
    }
    case 'cut':
      response.destroy()
      return true
    case 'never':
      return true
    case 'answer lost':
      return false
  }
}

function send(response: ServerResponse, { status, headers = {}, body }: Refusal): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Request-Id': `req_${randomBytes(7).toString('hex')}`,
    ...headers,
  })
  response.end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

/** The page a shopper pays on: a button that pays, and the way back to the shop. */
async function payPage(
  stripe: StripeServer,
  { url = '', method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const id = url.slice('/pay/'.length)
  const session = stripe.store.sessions.get(id)
  if (!session) return void response.writeHead(404).end('no such session')
  if (method === 'POST') {
    // A bank takes days; a card pays at once.
    const ways = session.allowed_payment_method_types as string[]
    const { body, header } = stripe.signed(stripe.pay(id, { later: !ways.includes('card') }))
    if (stripe.webhookUrl) {
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': header }
      const delivered = await fetch(stripe.webhookUrl, { method: 'POST', headers, body })
      if (!delivered.ok) return void response.writeHead(502).end(await delivered.text())
    }
    response.writeHead(200, { 'Content-Type': 'text/html' })
    const to = String(session.success_url)
    return void response.end(`<!doctype html><meta http-equiv="refresh" content="0;url=${to}">`)
  }
  const { amount_total, cancel_url, status } = answerOf(session)
  response.writeHead(200, { 'Content-Type': 'text/html' })
  response.end(`<!doctype html><html lang="en"><title>Pay</title><h1>Pay ${amount_total} cents</h1>
<p>${status}</p><form method="post" action="/pay/${id}"><label>Card number <input name="card" autocomplete="cc-number"></label><button>Pay</button></form><a href="${cancel_url}">Back</a></html>`)
}

import { z } from 'zod'
import { cents } from '#app/domain/money/cents.ts'
import type { CheckoutEventType } from '#app/domain/payments/payment-event.ts'
import type {
  RefundOrDispute,
  RefundOrDisputeType,
} from '#app/domain/payments/refund-or-dispute.ts'
import type { IgnoredEvent, PaymentAddress, PaymentEvent } from './payment-event.ts'
import type { SessionStatus } from './payment-gateway.ts'

/**
 * Stripe's words put into the shop's. What is read is asked for by name, and only that is kept:
 * no card data and no secret can come along. A webhook speaks the version of its endpoint, not of
 * this program, so places that moved between versions are looked for at both.
 */

const wholeCents = z.int().min(0).transform(cents)
/** An id, or the thing itself where it was expanded. */
const idOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')

const shipping = z.object({
  name: text,
  address: z.object({
    line1: text,
    line2: text,
    city: text,
    state: text,
    postal_code: text,
    country: text,
  }),
})

const session = z.object({
  id: z.string(),
  mode: z.string(),
  status: z.string().nullable(),
  payment_status: z.string(),
  amount_total: wholeCents.nullable(),
  currency: z.string().nullable(),
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_link: idOf.nullish(),
  payment_intent: idOf.nullish(),
  customer_details: z.object({ email: z.string().nullish() }).nullish(),
  collected_information: z.object({ shipping_details: shipping.nullish() }).nullish(),
  shipping_details: shipping.nullish(),
})
type Session = z.output<typeof session>

const charge = z.object({
  id: z.string(),
  amount_refunded: wholeCents,
  currency: z.string(),
  payment_intent: idOf.nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
const refund = z.object({
  id: z.string(),
  amount: wholeCents,
  currency: z.string(),
  payment_intent: idOf.nullish(),
  status: z.string().nullish(),
})
const dispute = refund.extend({ reason: z.string().nullish() })

const envelope = z.object({
  id: z.string().min(1),
  object: z.literal('event'),
  type: z.string().min(1),
  created: z.int(),
  livemode: z.boolean(),
  account: z.string().nullish(),
  context: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
})
type Envelope = z.output<typeof envelope>

const sessionEventTypes: Record<string, (session: Session) => CheckoutEventType> = {
  'checkout.session.completed': typeOfComplete,
  'checkout.session.async_payment_succeeded': () => 'paid',
  'checkout.session.async_payment_failed': () => 'failed',
  'checkout.session.expired': () => 'expired',
}

/** The types of events the shop looks at; any other is kept by its name alone. */
export const eventTypes = [
  ...Object.keys(sessionEventTypes),
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
]

/**
 * An event that was believed. One of the other mode (test or live) or of another account says
 * nothing about this shop's money. Throws where Stripe's form is not the known one.
 */
export function readStripeEvent(json: unknown, live: boolean): PaymentEvent | IgnoredEvent {
  const event = envelope.parse(json)
  const ignore = (ignored: string): IgnoredEvent => ({
    id: event.id,
    provider: 'stripe',
    type: event.type,
    ignored,
    payload: payloadOf(event),
  })
  if (event.livemode !== live) return ignore(`of ${event.livemode ? 'live' : 'test'} mode`)
  if (event.account || event.context) return ignore('of another account')
  return readSessionEvent(event) ?? readChargeEvent(event) ?? ignore('of no interest')
}

function readSessionEvent(event: Envelope): PaymentEvent | null {
  const newsOf = sessionEventTypes[event.type]
  if (!newsOf) return null
  const told = session.parse(event.data.object)
  if (told.mode !== 'payment') return null
  return {
    ...eventOfSession(told, newsOf(told)),
    id: event.id,
    occurredAt: new Date(event.created * 1000),
    payload: payloadOf(event, told),
  }
}

function typeOfComplete({ payment_status }: Session): CheckoutEventType {
  return payment_status === 'unpaid' ? 'processing' : 'paid'
}

function eventOfSession(told: Session, type: CheckoutEventType): PaymentEvent {
  const orderId = told.metadata?.order_id
  // A payment link's session is nobody's order: its reference is the visitor's to choose.
  const about = told.payment_link ? {} : { session: told.id, ...(orderId ? { orderId } : {}) }
  const wentTo = told.collected_information?.shipping_details ?? told.shipping_details
  return {
    id: `reconciled:${told.id}:${type}`,
    provider: 'stripe',
    type,
    about,
    amount: told.amount_total,
    currency: told.currency,
    reference: told.payment_intent ?? null,
    email: told.customer_details?.email?.trim() || null,
    address: wentTo ? addressOf(wentTo) : null,
    payload: payloadOf(null, told),
  }
}

function addressOf({ name, address }: z.output<typeof shipping>): PaymentAddress {
  const { postal_code: postalCode, ...rest } = address
  return { name, ...rest, postalCode }
}

/** A session that was asked for, with its payment expanded. */
export function readAskedSession(json: unknown): SessionStatus {
  const told = session.parse(json)
  if (told.status === 'expired') return { ...eventOfSession(told, 'expired'), reconciled: true }
  if (told.status !== 'complete') return 'open'
  const news = typeOfComplete(told)
  const type = news === 'processing' && hasFailed(json) ? 'failed' : news
  return { ...eventOfSession(told, type), reconciled: true }
}

/** Complete, unpaid, and its payment waits for another card or was given up: nothing will come. */
function hasFailed(json: unknown): boolean {
  const asked = z.object({ payment_intent: z.object({ status: z.string() }) }).safeParse(json)
  return (
    asked.success && /^(requires_payment_method|canceled)$/.test(asked.data.payment_intent.status)
  )
}

function readChargeEvent(event: Envelope): PaymentEvent | null {
  switch (event.type) {
    case 'charge.refunded': {
      const told = charge.parse(event.data.object)
      const orderId = told.metadata?.order_id
      return afterEvent(event, 'refunded', { ...told, amount: told.amount_refunded }, orderId)
    }
    case 'refund.failed':
      return afterEvent(event, 'refund failed', refund.parse(event.data.object))
    case 'charge.dispute.created':
      return afterEvent(event, 'dispute open', dispute.parse(event.data.object))
    case 'charge.dispute.closed': {
      const told = dispute.parse(event.data.object)
      return afterEvent(event, told.status === 'lost' ? 'dispute lost' : 'dispute won', told)
    }
    default:
      return null
  }
}

function afterEvent(
  event: Envelope,
  type: RefundOrDisputeType,
  told: { id: string; payment_intent?: string | null | undefined } & Pick<
    RefundOrDispute,
    'amount' | 'currency'
  >,
  orderId?: string,
): PaymentEvent | null {
  const payment = told.payment_intent
  if (!payment) return null
  return {
    id: event.id,
    provider: 'stripe',
    type,
    about: { payment, ...(orderId ? { orderId } : {}) },
    amount: told.amount,
    currency: told.currency,
    reference: payment,
    email: null,
    address: null,
    occurredAt: new Date(event.created * 1000),
    payload: payloadOf(event, told),
  }
}

/** What goes into the books: names, sums and states. Who it was stands with the order. */
function payloadOf(event: Envelope | null, told: object = {}): Record<string, unknown> {
  const { customer_details, collected_information, shipping_details, ...kept } = told as Session
  const { type, created, livemode, account } = event ?? {}
  return JSON.parse(JSON.stringify({ type, created, livemode, account, object: kept }))
}

import { z } from 'zod'
import { cents } from '#app/domain/money/cents.ts'
import { modeOf } from '#app/domain/payments/mode.ts'
import type { CheckoutEvent, CheckoutEventType } from '#app/domain/payments/payment-event.ts'
import type {
  RefundOrDispute,
  RefundOrDisputeType,
} from '#app/domain/payments/refund-or-dispute.ts'
import {
  type IgnoredEvent,
  type PaymentEvent,
  type RefundOrDisputeEvent,
  withDetail,
} from './payment-event.ts'
import { type SessionStatus, UnreadableEvent } from './payment-gateway.ts'
import { buyerOf } from './stripe-buyer.ts'
import { debitFailureOf } from './stripe-debit.ts'
import {
  charge,
  type Envelope,
  envelope,
  namedEvent,
  payment,
  refundWithIds,
  type Session,
  session,
} from './stripe-objects.ts'
import { readRisk, riskEventTypes } from './stripe-risk.ts'
import { bankEventTypes, instructionsOf, readBankEvent } from './stripe-transfer.ts'

/**
 * Stripe's objects put into the shop's names. What is read is named in
 * stripe-objects.ts, and only that is kept. Who pays is read by stripe-buyer.ts.
 */

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
  'refund.created',
  'refund.updated',
  'charge.refund.updated',
  'refund.failed',
  ...riskEventTypes,
  ...bankEventTypes,
]

/**
 * A verified event. One of the other mode (test or live), of another account or of version 2 says
 * nothing about this shop's money. Throws UnreadableEvent where it might and is not in a known form.
 */
export function readStripeEvent(json: unknown, live: boolean): PaymentEvent | IgnoredEvent {
  const named = namedEvent.safeParse(json)
  if (!named.success) throw new UnreadableEvent('This is no event of Stripe.')
  const { id, type, livemode } = named.data
  const event = envelope.safeParse(json)
  const isOfInterest = event.success || (named.data.object === 'event' && eventTypes.includes(type))
  if (!isOfInterest) {
    const ignored = named.data.object === 'event' ? 'of no interest' : 'no event of version 1'
    return { id, provider: 'stripe', livemode: livemode ?? live, type, ignored, payload: {} }
  }
  try {
    return readEvent(envelope.parse(json), live)
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    const where = error.issues[0]?.path.join('.')
    throw new UnreadableEvent(`The event ${id} (${type}) is not in a known form: ${where}.`)
  }
}

function readEvent(event: Envelope, live: boolean): PaymentEvent | IgnoredEvent {
  const ignore = (ignored: string): IgnoredEvent => ({
    id: event.id,
    provider: 'stripe',
    livemode: event.livemode,
    type: event.type,
    ignored,
    payload: payloadOf(event),
  })
  if (event.livemode !== live) return ignore(`of ${modeOf(event)} mode`)
  if (event.account || event.context) return ignore('of another account')
  return (
    readSessionEvent(event) ??
    readChargeEvent(event) ??
    readBankEvent(event, payloadOf) ??
    readRiskEvent(event) ??
    ignore('of no interest')
  )
}

function readSessionEvent(event: Envelope): PaymentEvent | null {
  const typeOf = sessionEventTypes[event.type]
  if (!typeOf) return null
  const object = session.parse(event.data.object)
  if (object.mode !== 'payment') return null
  return {
    ...eventOfSession(event.data.object, object, typeOf(object)),
    id: event.id,
    occurredAt: new Date(event.created * 1000),
    payload: payloadOf(event, object),
  }
}

function typeOfComplete({ payment_status }: Session): CheckoutEventType {
  return payment_status === 'unpaid' ? 'processing' : 'paid'
}

function eventOfSession(json: unknown, object: Session, type: CheckoutEventType): PaymentEvent {
  const orderId = object.metadata?.order_id
  // A payment link's session is nobody's order: its reference is the visitor's to choose.
  const about = object.payment_link ? {} : { session: object.id, ...(orderId ? { orderId } : {}) }
  const paid = payment.safeParse(json).data?.payment_intent
  return {
    id: `reconciled:${object.id}:${type}`,
    provider: 'stripe',
    livemode: object.livemode,
    type,
    about,
    amount: object.amount_total ?? paid?.amount_received ?? paid?.amount ?? null,
    ...partsOf(object),
    ...(object.automatic_tax?.enabled && { taxStatus: object.automatic_tax.status ?? null }),
    currency: object.currency ?? paid?.currency ?? null,
    reference: object.payment_intent ?? null,
    ...buyerOf(json),
    payload: payloadOf(null, object),
  }
}

const sums = { amount_subtotal: true, total_details: true, shipping_cost: true } as const

/** Of the shipping what it costs before tax: Stripe does not say whether `amount_shipping` has tax in it. */
function partsOf(session: Pick<Session, keyof typeof sums>): Pick<CheckoutEvent, 'parts'> {
  const { amount_subtotal: goods, total_details: details, shipping_cost: cost } = session
  if (typeof goods !== 'number' || !details) return {}
  const { amount_tax: tax, amount_discount: discount } = details
  const shipping = cost?.amount_subtotal ?? details.amount_shipping ?? cents(0)
  return { parts: { goods, tax, shipping, discount: discount ?? cents(0) } }
}

/** What a stored payment was made of; nothing where its provider did not say. */
export function partsOfStored(payload: unknown): ReturnType<typeof partsOf> {
  const stored = z.object({ object: session.pick(sums) })
  const { success, data } = stored.safeParse(payload)
  return success ? partsOf(data.object) : {}
}

/** A session as it was retrieved, with its payment expanded. */
export function readSession(json: unknown): SessionStatus {
  const object = session.parse(json)
  if (object.status === 'expired')
    return { ...eventOfSession(json, object, 'expired'), reconciled: true }
  if (object.status !== 'complete') return 'open'
  const completed = typeOfComplete(object)
  const type = completed === 'processing' && hasFailed(json) ? 'failed' : completed
  const event = { ...eventOfSession(json, object, type), ...instructionsOf(json) }
  const detail = type === 'failed' ? debitFailureOf(json) : null
  return { ...withDetail(event, detail), reconciled: true }
}

/** Complete, unpaid, and its payment waits for another card or was given up: nothing will come. */
function hasFailed(json: unknown): boolean {
  const status = payment.safeParse(json).data?.payment_intent.status
  return status === 'requires_payment_method' || status === 'canceled'
}

function readChargeEvent(event: Envelope): PaymentEvent | null {
  switch (event.type) {
    case 'charge.refunded': {
      const object = charge.parse(event.data.object)
      const orderId = object.metadata?.order_id
      return refundOrDisputeEvent(
        event,
        'refunded',
        { ...object, amount: object.amount_refunded },
        orderId,
      )
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    // What endpoints of before 2024 send for the other three.
    case 'charge.refund.updated':
      return refundEvent(event, refundWithIds.parse(event.data.object))
    default:
      return null
  }
}

/** Source: https://docs.stripe.com/refunds#failed-refunds; a canceled one came back as well. */
const refundTypes: Record<string, RefundOrDisputeType> = {
  succeeded: 'refund succeeded',
  failed: 'refund failed',
  canceled: 'refund failed',
}

function refundEvent(
  event: Envelope,
  object: z.output<typeof refundWithIds>,
): RefundOrDisputeEvent | null {
  const type =
    event.type === 'refund.failed'
      ? 'refund failed'
      : (refundTypes[object.status ?? ''] ?? 'refund pending')
  const { order_id, refund_id } = object.metadata ?? {}
  const of = refundOrDisputeEvent(event, type, object, order_id)
  return of && { ...of, ...(refund_id ? { refund: refund_id } : {}) }
}

/** A refund as Stripe answered it. */
export function readRefund(json: unknown, livemode: boolean): RefundOrDisputeEvent {
  const object = refundWithIds.extend({ created: z.int() }).parse(json)
  const answer: Envelope = {
    id: `answer:${object.id}:${object.status}`,
    object: 'event',
    type: 'refund.updated',
    created: object.created,
    livemode,
    data: { object },
  }
  const event = refundEvent(answer, object)
  if (!event) throw new RangeError(`The refund ${object.id} names no payment`)
  return { ...event, payload: payloadOf(null, object) }
}

/** A payment that is not known by its own id is named by its charge: no order has it, and staff hear of it. */
function readRiskEvent(event: Envelope): PaymentEvent | null {
  const read = readRisk(event.type, event.data.object)
  const payment = read?.payment_intent ?? read?.charge
  if (!read || !payment) return null
  return {
    id: event.id,
    provider: 'stripe',
    livemode: event.livemode,
    type: read.type,
    about: { payment },
    amount: read.amount,
    currency: read.currency,
    reference: payment,
    object: read.id,
    detail: read.detail,
    email: null,
    address: null,
    occurredAt: new Date(event.created * 1000),
    payload: { ...payloadOf(event, read.kept), detail: read.detail },
  }
}

function refundOrDisputeEvent(
  event: Envelope,
  type: RefundOrDisputeType,
  object: {
    id: string
    payment_intent?: string | null | undefined
    charge?: { payment_intent?: string | null | undefined } | null | undefined
    customer?: string | null | undefined
  } & Pick<RefundOrDispute, 'amount' | 'currency'>,
  orderId?: string,
): RefundOrDisputeEvent | null {
  const { customer } = object
  const payment = object.payment_intent ?? object.charge?.payment_intent
  // Of a cash balance it names its customer alone (stripe-refunds.ts).
  const reference = payment ?? customer
  if (!reference) return null
  return {
    id: event.id,
    provider: 'stripe',
    livemode: event.livemode,
    type,
    about: {
      ...(payment ? { payment } : { customer: reference }),
      ...(orderId ? { orderId } : {}),
    },
    amount: object.amount,
    currency: object.currency,
    reference,
    ...(payment ? {} : { isOfCashBalance: true }),
    object: object.id,
    email: null,
    address: null,
    occurredAt: new Date(event.created * 1000),
    payload: payloadOf(event, object),
  }
}

/** What is stored: names, sums and states. The buyer is stored with the order. */
function payloadOf(event: Envelope | null, object: object = {}): Record<string, unknown> {
  const { type, created, livemode, account } = event ?? {}
  return JSON.parse(JSON.stringify({ type, created, livemode, account, object }))
}

import Stripe from 'stripe'
import type { Config } from '#app/.server/config.ts'
import type { IgnoredEvent, PaymentEvent } from './payment-event.ts'
import {
  BadSignature,
  type PayableOrder,
  type PaymentGateway,
  PaymentUnavailable,
  SessionTooLate,
  UnreadableEvent,
} from './payment-gateway.ts'
import { readLineTaxes, readShippingTaxes } from './read-line-taxes.ts'
import { stripeBalance } from './stripe-balance.ts'
import { facts, isMissing, isTooLate, stripeClient, within as withinTime } from './stripe-call.ts'
import { customerOf, refusedByStripe, sessionOf } from './stripe-checkout-session.ts'
import { eventTypes, readSession, readStripeEvent } from './stripe-event.ts'
import { stripeRefunds } from './stripe-refunds.ts'
import { verifySignature } from './stripe-signature.ts'
import { readTransfer } from './stripe-transfer.ts'

/**
 * A shopper who waits hears within ten seconds: an earlier page is closed first where there is one,
 * then the new one is opened.
 */
export const timeouts = { closeMs: 2500, openMs: 6500, retrieveMs: 10_000 } as const
const { closeMs, openMs, retrieveMs } = timeouts

/** Completed pages of the last hour; ten calls at most. */
const maxCompleted = 1000

/** Limit for one order: nobody wires that often. */
const maxTransfers = 200

/** Lost deliveries beyond these are looked for at the next run. */
const maxUndelivered = 200

const sentence =
  'The payment page can’t be reached right now. Nothing was charged, and your cart is saved. Please try again in a minute.'

const within = <T>(timeoutMs: number, work: Promise<T>) => withinTime(timeoutMs, work, sentence)

/**
 * Card payments by Stripe Checkout: the card is typed on Stripe's page [PAY-17]. What is sent is
 * in stripe-checkout-session.ts, what is read in stripe-event.ts.
 */
export function stripePayments(
  settings: NonNullable<Config['stripe']>,
  shop: { readonly publicUrl: string },
): PaymentGateway {
  const stripe = stripeClient(settings)
  const { sessions } = stripe.checkout

  return {
    provider: 'stripe',
    live: settings.live,
    refuses: refusedByStripe,

    async openSession(order: PayableOrder) {
      const options = { timeout: openMs, maxNetworkRetries: 2 }
      const open = async () => {
        const customer =
          order.payBy === 'wire'
            ? await stripe.customers.create(customerOf(order), {
                ...options,
                idempotencyKey: `customer:${order.id}`,
              })
            : null
        const made = await sessions.create(sessionOf(order, shop.publicUrl, customer?.id ?? null), {
          ...options,
          idempotencyKey: order.sessionKey ?? order.id,
        })
        return { made, customer: customer?.id }
      }
      const { made, customer } = await within(openMs, open()).catch((error: unknown) => {
        throw isTooLate(error) ? new SessionTooLate(sentence, { cause: facts(error) }) : error
      })
      const { id, url, amount_total, livemode } = made
      const due = order.part?.amount ?? order.total
      // One of the other mode would be paid with the wrong kind of card [MODE-02].
      if (!url || amount_total !== due || livemode !== settings.live) {
        const cause = { session: id, amount_total, total: due, url: Boolean(url), livemode }
        throw new PaymentUnavailable(sentence, { cause })
      }
      return { session: id, url, ...(customer === undefined ? {} : { customer }) }
    },

    async closeSession(session) {
      const closed = await within(
        closeMs,
        sessions.expire(session, {}, { timeout: closeMs, maxNetworkRetries: 0 }).catch(
          // Paid or closed in the meantime: what became of it is asked for.
          (error: unknown) => {
            if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
            throw error
          },
        ),
      )
      const status = closed ? readSession(closed) : await retrieve(session, closeMs)
      if (status === 'open') throw new PaymentUnavailable(sentence, { cause: { session } })
      return status
    },

    retrieveSession: (session) => retrieve(session, retrieveMs),

    async lineTaxes(session, order) {
      const items = await within(
        2 * retrieveMs,
        sessions
          .listLineItems(
            session,
            { expand: ['data.taxes'], limit: 100 },
            { timeout: retrieveMs, maxNetworkRetries: 1 },
          )
          .autoPagingToArray({ limit: 100 }),
      )
      const ofLines = readLineTaxes(items, order)
      // What is free is not taxed.
      const hasRate = (order.shipping?.rate ?? 0) > 0
      const ofShipping = hasRate ? readShippingTaxes(await shippingCostOf(session), order) : []
      if (!ofLines || !ofShipping)
        throw new PaymentUnavailable(sentence, { cause: { session, items: 'not its own' } })
      return [...ofLines, ...ofShipping]
    },

    async completedSince(since) {
      const sessionsSince = await within(
        2 * retrieveMs,
        sessions
          .list(
            {
              status: 'complete',
              created: { gte: Math.floor(since.getTime() / 1000) },
              expand: ['data.payment_intent'],
              limit: 100,
            },
            { timeout: retrieveMs, maxNetworkRetries: 1 },
          )
          .autoPagingToArray({ limit: maxCompleted }),
      )
      return sessionsSince.map(readSession).filter((status) => typeof status === 'object')
    },

    async transfersOf(customer) {
      const transactions = await within(
        2 * retrieveMs,
        stripe.customers
          .listCashBalanceTransactions(
            customer,
            { limit: 100 },
            { timeout: retrieveMs, maxNetworkRetries: 1 },
          )
          .autoPagingToArray({ limit: maxTransfers }),
      )
      return transactions.flatMap((each) => readTransfer(each) ?? []).toReversed()
    },

    async stopPayment(reference) {
      await within(
        retrieveMs,
        stripe.paymentIntents
          .cancel(reference, {}, { timeout: retrieveMs, maxNetworkRetries: 1 })
          // Paid or stopped in the meantime: what came is asked for after this.
          .catch((error: unknown) => {
            if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          }),
      )
    },

    async undelivered(since) {
      const events = await within(
        2 * retrieveMs,
        stripe.events
          .list(
            {
              delivery_success: false,
              types: eventTypes,
              created: { gte: Math.floor(since.getTime() / 1000) },
              limit: 100,
            },
            { timeout: retrieveMs, maxNetworkRetries: 1 },
          )
          .autoPagingToArray({ limit: maxUndelivered }),
      )
      return events.flatMap((event) => readable(event, settings.live))
    },

    async hasEvent(id) {
      const asked = stripe.events.retrieve(id, {}, { timeout: retrieveMs, maxNetworkRetries: 1 })
      return within(
        retrieveMs,
        asked.then(
          () => true,
          (error: unknown) => {
            if (isMissing(error)) return false
            throw error
          },
        ),
      )
    },

    ...stripeRefunds(stripe, settings.live),
    ...stripeBalance(stripe),

    readWebhook(body, signature, now) {
      const text = verifySignature(body, signature, { secrets: settings.webhookSecrets, now })
      return readStripeEvent(parsed(text), settings.live)
    },
  }

  async function shippingCostOf(session: string): Promise<unknown> {
    const asked = { expand: ['shipping_cost.taxes'] }
    const options = { timeout: retrieveMs, maxNetworkRetries: 1 }
    return (await within(retrieveMs, sessions.retrieve(session, asked, options))).shipping_cost
  }

  async function retrieve(session: string, timeoutMs: number) {
    const retrieved = await within(
      timeoutMs,
      sessions
        .retrieve(
          session,
          { expand: ['payment_intent.latest_charge'] },
          { timeout: timeoutMs, maxNetworkRetries: 1 },
        )
        .catch((error: unknown) => {
          if (isMissing(error)) return null
          throw error
        }),
    )
    return retrieved ? readSession(retrieved) : 'unknown'
  }
}

/** One that cannot be read was answered as such when it came, and keeps none of the others. */
function readable(event: unknown, live: boolean): (PaymentEvent | IgnoredEvent)[] {
  try {
    return [{ ...readStripeEvent(event, live), reconciled: true }]
  } catch (error) {
    if (error instanceof UnreadableEvent) return []
    throw error
  }
}

function parsed(text: string): unknown {
  let json: unknown = null
  try {
    json = JSON.parse(text)
  } catch {
    throw new BadSignature('The body is not JSON.')
  }
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json
  throw new BadSignature('The body is not a JSON object.')
}

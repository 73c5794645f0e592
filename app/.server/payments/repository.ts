import { and, asc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { cents } from '#app/domain/money/cents.ts'
import type { CheckoutEvent } from '#app/domain/payments/payment-event.ts'
import {
  isRefundOrDispute,
  type RefundOrDispute,
  refundOrDisputeTypes,
} from '#app/domain/payments/refund-or-dispute.ts'
import type { Orm } from '../platform/db/database.ts'
import { type OrderRow, orders, paymentEvents } from '../platform/db/schema.ts'
import type { IgnoredEvent, PaymentEvent } from './gateway/payment-event.ts'

/**
 * Lets events of one payment wait for each other, until the transaction ends. A dispute names only
 * its payment, so there may be no order's row to lock yet.
 */
export async function lockPayment(tx: Orm, reference: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`payment ${reference}`}))`)
}

/** The order an event is about, of the same provider and mode: a test can never pay for a real one. */
export async function lockOrderOfEvent(
  tx: Orm,
  { about, ...mode }: Pick<PaymentEvent, 'provider' | 'livemode' | 'about'>,
): Promise<OrderRow | null> {
  const { session, orderId, payment, customer } = about
  const where = [
    session === undefined ? null : eq(orders.paymentSession, session),
    // An event may be faster than the answer that names the session [ORDER-05].
    orderId === undefined ? null : eq(orders.id, orderId),
    customer === undefined ? null : eq(orders.paymentCustomer, customer),
    payment === undefined ? null : sql`${orders.id} = (${orderOfPayment(tx, payment)})`,
  ]
  for (const named of where) {
    const order = named && (await lockedRow(tx, named, mode))
    if (order) return order
  }
  return null
}

async function lockedRow(
  tx: Orm,
  named: SQL,
  { provider, livemode }: Pick<PaymentEvent, 'provider' | 'livemode'>,
): Promise<OrderRow | null> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(named, eq(orders.paymentProvider, provider), eq(orders.livemode, livemode)))
    .for('update')
  return order ?? null
}

/** Found by an earlier event of the payment, whether it paid its order or was put on hold. */
function orderOfPayment(tx: Orm, reference: string) {
  return tx
    .select({ id: paymentEvents.orderId })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.reference, reference),
        eq(paymentEvents.type, 'paid'),
        isNotNull(paymentEvents.orderId),
      ),
    )
    .limit(1)
}

/** Whether this very payment, or its failure, was put on hold before, under the id of another event. */
export async function wasOnHold(
  tx: Orm,
  orderId: string,
  { provider, type, reference, amount, currency }: PaymentEvent,
): Promise<boolean> {
  if (type !== 'paid' && type !== 'failed') return false
  if (reference === null || amount === null || currency === null) return false
  const [known] = await tx
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.orderId, orderId),
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.type, type),
        eq(paymentEvents.outcome, 'on hold'),
        eq(paymentEvents.reference, reference),
        eq(paymentEvents.amountCents, amount),
        eq(paymentEvents.currency, currency),
      ),
    )
    .limit(1)
  return known !== undefined
}

/** Refunds and disputes that came before the payment they are of, oldest first. */
export async function deferredEvents(
  tx: Orm,
  { provider, livemode, reference }: Pick<PaymentEvent, 'provider' | 'livemode' | 'reference'>,
): Promise<(RefundOrDispute & Pick<PaymentEvent, 'id' | 'provider' | 'livemode'>)[]> {
  if (!reference) return []
  const rows = await tx
    .select()
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.livemode, livemode),
        eq(paymentEvents.reference, reference),
        inArray(paymentEvents.outcome, ['deferred', 'unknown order']),
        inArray(paymentEvents.type, [...refundOrDisputeTypes]),
      ),
    )
    .orderBy(asc(paymentEvents.occurredAt), asc(paymentEvents.id))
  return rows.flatMap((row) => {
    const { id, type, amountCents, currency, occurredAt, receivedAt, objectId, payload } = row
    if (!isRefundOrDispute(type)) return []
    const amount = amountCents === null ? null : cents(amountCents)
    const known = { id, provider, livemode, type, reference, ...detailOf(payload) }
    const object = objectId === null ? {} : { object: objectId }
    return [{ ...known, ...object, amount, currency, occurredAt: occurredAt ?? receivedAt }]
  })
}

/** Wires of an order that were taken back before anything was heard of them, oldest first. */
export async function deferredReturns(
  tx: Orm,
  orderId: string,
): Promise<(CheckoutEvent & Pick<PaymentEvent, 'id' | 'provider' | 'livemode'>)[]> {
  const found = await tx
    .select()
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.orderId, orderId),
        eq(paymentEvents.type, 'transfer returned'),
        eq(paymentEvents.outcome, 'deferred'),
      ),
    )
    .orderBy(asc(paymentEvents.occurredAt), asc(paymentEvents.id))
  return found.map(({ id, provider, livemode, amountCents, currency, reference }) => ({
    id,
    provider,
    livemode,
    type: 'transfer returned',
    amount: amountCents === null ? null : cents(amountCents),
    currency,
    reference,
  }))
}

/** In which words of the provider, where the event had any (gateway/stripe-risk.ts). */
function detailOf(payload: unknown): { detail?: string } {
  const { detail } = (payload ?? {}) as { detail?: unknown }
  return typeof detail === 'string' ? { detail } : {}
}

/** An event names the checkout session whose answer was not stored yet. */
export async function keepSession(tx: Orm, orderId: string, paymentSession: string): Promise<void> {
  await tx.update(orders).set({ paymentSession }).where(eq(orders.id, orderId))
}

export async function recordOutcome(
  tx: Orm,
  id: string,
  result: { orderId: string; outcome: string },
): Promise<void> {
  await tx.update(paymentEvents).set(result).where(eq(paymentEvents.id, id))
}

/** False where the event came before. */
export async function recordEvent(
  orm: Orm,
  event: PaymentEvent | IgnoredEvent,
  { orderId, outcome, at }: { orderId: string | null; outcome: string; at: Date },
): Promise<boolean> {
  const details =
    'ignored' in event
      ? {}
      : {
          amountCents: event.amount,
          currency: event.currency,
          reference: event.reference,
          email: event.email,
          shippingAddress: event.address,
          occurredAt: event.occurredAt ?? at,
          objectId: event.object ?? null,
        }
  const rows = await orm
    .insert(paymentEvents)
    .values({
      id: event.id,
      provider: event.provider,
      livemode: event.livemode,
      type: event.type,
      orderId,
      ...details,
      outcome,
      reconciled: event.reconciled ?? false,
      payload: event.payload,
      receivedAt: at,
    })
    .onConflictDoNothing({ target: paymentEvents.id })
    .returning({ id: paymentEvents.id })
  return rows.length === 1
}

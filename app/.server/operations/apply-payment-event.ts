import { and, eq } from 'drizzle-orm'
import { cents } from '#app/domain/money/cents.ts'
import { effectOf, type PaymentEffect } from '#app/domain/orders/payment.ts'
import type { Orm } from '../db/database.ts'
import { orUnavailable } from '../db/or-unavailable.ts'
import { orderHistory, orders, paymentEvents } from '../db/schema.ts'
import type { PaymentEvent } from '../gateways/payments/payment-event.ts'
import type { Shop } from '../shop.ts'
import { moveOrder, notBefore, type OrderRow } from './move-order.ts'
import { queueMails } from './queue-mails.ts'

export type AppliedPaymentEvent = {
  outcome: PaymentEffect['outcome'] | 'repeated' | 'unknown order'
  order: Pick<OrderRow, 'id' | 'number' | 'token' | 'state'> | null
}

/**
 * Takes what a payment provider told into the books: the event's id and its effect in one
 * transaction, so that both are there or neither [ORDER-05]. The order's row is locked first;
 * deliveries of two events at once wait for each other. Delivered again, an event changes nothing.
 */
export async function applyPaymentEvent(
  shop: Shop,
  event: PaymentEvent,
): Promise<AppliedPaymentEvent> {
  const at = shop.now()
  const applied = await orUnavailable(shop, ({ orm }) =>
    orm.transaction((tx) => applyOnce(tx, event, at)),
  )
  tell(shop, event, applied)
  return applied
}

async function applyOnce(tx: Orm, event: PaymentEvent, at: Date): Promise<AppliedPaymentEvent> {
  const order = await lockedOrder(tx, event)
  const effect = order && effectOf(payable(order), event)
  const first = await record(tx, event, order?.id ?? null, effect?.outcome ?? 'unknown order', at)
  if (!first) return { outcome: 'repeated', order }
  if (!order || !effect) return { outcome: 'unknown order', order: null }
  const state = await carryOut(tx, order, effect, event, at)
  return { outcome: effect.outcome, order: { ...order, state } }
}

/** The order an event is about, of the same provider: a test payment can never pay for another's. */
async function lockedOrder(tx: Orm, { provider, about }: PaymentEvent): Promise<OrderRow | null> {
  const named =
    'session' in about ? eq(orders.paymentSession, about.session) : eq(orders.id, about.orderId)
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(named, eq(orders.paymentProvider, provider)))
    .for('update')
  return order ?? null
}

function payable(order: OrderRow) {
  const { state, currency, paymentReference } = order
  return { state, total: cents(order.totalCents), currency, reference: paymentReference }
}

/** False where the event was told before. */
async function record(
  tx: Orm,
  { id, provider, type, amount, currency, reference, email, address, payload }: PaymentEvent,
  orderId: string | null,
  outcome: string,
  receivedAt: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(paymentEvents)
    .values({
      id,
      provider,
      type,
      orderId,
      amountCents: amount,
      currency,
      outcome,
      reference,
      email,
      shippingAddress: address,
      payload,
      receivedAt,
    })
    .onConflictDoNothing({ target: paymentEvents.id })
    .returning({ id: paymentEvents.id })
  return rows.length === 1
}

/** Answers the order's state from now on. */
async function carryOut(
  tx: Orm,
  order: OrderRow,
  effect: PaymentEffect,
  event: PaymentEvent,
  at: Date,
): Promise<OrderRow['state']> {
  const by = `payment provider (${event.provider})`
  switch (effect.outcome) {
    case 'noted':
      return order.state
    case 'held': {
      const heldReason = order.heldReason ? `${order.heldReason} ${effect.why}` : effect.why
      await tx
        .update(orders)
        .set({ heldReason, updatedAt: notBefore(order.createdAt, at) })
        .where(eq(orders.id, order.id))
      await tx.insert(orderHistory).values({
        orderId: order.id,
        fromState: order.state,
        toState: order.state,
        at,
        by,
        why: effect.why,
      })
      await queueMails(tx, order.id, 'held', at, event.id)
      return order.state
    }
    case 'applied': {
      const details =
        effect.becomes === 'paid'
          ? {
              paidAt: at,
              email: event.email,
              shippingAddress: event.address,
              paymentReference: event.reference,
            }
          : {}
      await moveOrder(tx, order, effect.becomes, { at, by, why: effect.why }, details)
      return effect.becomes
    }
  }
}

function tell(shop: Shop, event: PaymentEvent, { outcome, order }: AppliedPaymentEvent): void {
  const facts = { event: event.id, type: event.type, outcome, order: order?.number }
  if (outcome === 'held' || outcome === 'unknown order') {
    shop.log.error(facts, 'a payment needs a look by staff')
  } else {
    shop.log.info(facts, 'payment event')
  }
}

import { and, asc, eq, inArray } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { OrderRow } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentEvents } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { cents } from '#app/domain/money/cents.ts'
import { type PaymentEffect, paymentEffect } from '#app/domain/payments/payment-event.ts'
import {
  isRefundOrDispute,
  refundOrDisputeEffect,
  refundOrDisputeTypes,
} from '#app/domain/payments/refund-or-dispute.ts'
import { applyPaymentEffect } from '../apply-payment-effect.ts'
import type { PaymentEvent, RefundOrDisputeEvent } from '../gateway/payment-event.ts'
import { lockedOrder, lockPayment, orderAgain, recordEvent, wasOnHold } from '../repository.ts'

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
  app: AppContext,
  event: PaymentEvent,
): Promise<AppliedPaymentEvent> {
  const at = app.now()
  const applied = await withDatabase(app, ({ orm }) =>
    orm.transaction((tx) => applyOnce(tx, event, at)),
  )
  tell(app, event, applied)
  return applied
}

async function applyOnce(tx: Orm, event: PaymentEvent, at: Date): Promise<AppliedPaymentEvent> {
  if (event.reference) await lockPayment(tx, event.reference)
  const order = await lockedOrder(tx, event)
  const asJudged = order && effectOn(order, event, at)
  // Told by webhook and found by asking, it is one payment: staff look at it once [STORM-03].
  const isKnown = order && asJudged?.outcome === 'on hold' && (await wasOnHold(tx, order.id, event))
  const effect: PaymentEffect | null = isKnown
    ? { outcome: 'ignored', why: 'The payment was known already.' }
    : asJudged
  const outcome = effect?.outcome ?? 'unknown order'
  const first = await recordEvent(tx, event, { orderId: order?.id ?? null, outcome, at })
  if (!first) return { outcome: 'repeated', order }
  if (!order || !effect) return { outcome: 'unknown order', order: null }
  await applyPaymentEffect(tx, order, effect, event, at)
  if (event.type === 'paid') await applyDeferredEvents(tx, order, event, at)
  const { state } = await orderAgain(tx, order.id)
  return { outcome: effect.outcome, order: { ...order, state } }
}

function effectOn(order: OrderRow, event: PaymentEvent, at: Date): PaymentEffect {
  if (isAfter(event))
    return refundOrDisputeEffect(settled(order), { ...event, occurredAt: event.occurredAt ?? at })
  const { session } = event.about
  const ofAnotherPage = session && order.paymentSession && order.paymentSession !== session
  if (ofAnotherPage && event.type !== 'paid') {
    return { outcome: 'ignored', why: 'It is about another payment page of this order.' }
  }
  return paymentEffect(settled(order), event)
}

function isAfter(event: PaymentEvent): event is RefundOrDisputeEvent {
  return isRefundOrDispute(event.type)
}

function settled(order: OrderRow) {
  return {
    state: order.state,
    held: order.holdReason !== null,
    total: cents(order.totalCents),
    currency: order.currency,
    reference: order.paymentReference,
    refunded: cents(order.refundedCents),
    disputeOccurredAt: order.disputeOccurredAt,
  }
}

/** Refunds and disputes that overtook the payment they are of have waited for it. */
async function applyDeferredEvents(
  tx: Orm,
  { id }: OrderRow,
  { provider, reference }: PaymentEvent,
  at: Date,
): Promise<void> {
  if (!reference) return
  const waiting = await tx
    .select()
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.reference, reference),
        inArray(paymentEvents.outcome, ['deferred', 'unknown order']),
        inArray(paymentEvents.type, [...refundOrDisputeTypes]),
      ),
    )
    .orderBy(asc(paymentEvents.occurredAt), asc(paymentEvents.id))
  for (const { type, amountCents, currency, occurredAt, ...row } of waiting) {
    if (!isRefundOrDispute(type)) continue
    const amount = amountCents === null ? null : cents(amountCents)
    const news = { type, amount, currency, reference, occurredAt: occurredAt ?? row.receivedAt }
    const order = await orderAgain(tx, id)
    const effect = refundOrDisputeEffect(settled(order), news)
    await applyPaymentEffect(tx, order, effect, { id: row.id, provider }, at)
    await tx
      .update(paymentEvents)
      .set({ outcome: effect.outcome, orderId: id })
      .where(eq(paymentEvents.id, row.id))
  }
}

function tell(app: AppContext, event: PaymentEvent, { outcome, order }: AppliedPaymentEvent): void {
  const facts = { event: event.id, type: event.type, outcome, order: order?.number }
  if (outcome === 'on hold' || outcome === 'unknown order') {
    app.log.error(facts, 'a payment needs a look by staff')
  } else {
    app.log.info(facts, 'payment event')
  }
}

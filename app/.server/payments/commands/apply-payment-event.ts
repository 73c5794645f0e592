import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { refundedOfPayment } from '#app/.server/ledger/repository.ts'
import {
  type OrderChange,
  type OrderColumns,
  type OrderRow,
  transitionOrder,
  updateOrder,
} from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { cents } from '#app/domain/money/cents.ts'
import { type Mode, modeOf } from '#app/domain/payments/mode.ts'
import type {
  OrderPayment,
  PaymentChanges,
  PaymentEffect,
} from '#app/domain/payments/payment-event.ts'
import { planPayment } from '#app/domain/payments/payment-plan.ts'
import type { PaymentEvent } from '../gateway/payment-event.ts'
import { type MoneyEvent, recordMoney, recordUnattached } from '../record-money.ts'
import {
  deferredEvents,
  keepSession,
  lockOrderOfEvent,
  lockPayment,
  recordEvent,
  recordOutcome,
  wasOnHold,
} from '../repository.ts'

/** Kept, and never applied [MODE-02]. */
type OfOtherMode = `ignored: of ${Mode} mode`

export type AppliedPaymentEvent = {
  outcome: PaymentEffect['outcome'] | 'repeated' | 'unknown order' | OfOtherMode
  order: Pick<OrderRow, 'id' | 'number' | 'token' | 'state'> | null
}

/**
 * Applies what a payment provider reported: the event's id and its effect in one transaction, so that
 * both are stored or neither [ORDER-05]. Two events of one order wait for each other. Delivered
 * again, an event changes nothing.
 */
export async function applyPaymentEvent(
  app: AppContext,
  event: PaymentEvent,
): Promise<AppliedPaymentEvent> {
  const at = app.now()
  const isOfOtherMode = app.payments !== null && app.payments.live !== event.livemode
  const applied = await withDatabase(app, ({ orm }) =>
    isOfOtherMode ? keepAlone(orm, event, at) : orm.transaction((tx) => applyOnce(tx, event, at)),
  )
  const { outcome, order } = applied
  const facts = { event: event.id, type: event.type, outcome, order: order?.number }
  if (outcome === 'on hold' || outcome === 'unknown order') {
    app.log.error(facts, 'a payment needs a look by staff')
  } else {
    app.log.info(facts, 'payment event')
  }
  return applied
}

async function keepAlone(orm: Orm, event: PaymentEvent, at: Date): Promise<AppliedPaymentEvent> {
  const outcome = `ignored: of ${modeOf(event)} mode` as const
  const isNew = await recordEvent(orm, event, { orderId: null, outcome, at })
  return { outcome: isNew ? outcome : 'repeated', order: null }
}

async function applyOnce(tx: Orm, event: PaymentEvent, at: Date): Promise<AppliedPaymentEvent> {
  // Load.
  if (event.reference) await lockPayment(tx, event.reference)
  const order = await lockOrderOfEvent(tx, event)
  if (!order) {
    const isNew = await recordEvent(tx, event, { orderId: null, outcome: 'unknown order', at })
    if (isNew) await recordUnattached(tx, event, at)
    return { outcome: isNew ? 'unknown order' : 'repeated', order: null }
  }
  const { session } = event.about
  const deferred = event.type === 'paid' ? await deferredEvents(tx, event) : []

  // Plan.
  const plan = planPayment(await paymentOf(tx, order), event, {
    isAnotherSession: Boolean(session && order.paymentSession && order.paymentSession !== session),
    wasOnHold: await wasOnHold(tx, order.id, event),
    deferred,
  })

  // Persist.
  const { outcome } = plan.effect
  if (!(await recordEvent(tx, event, { orderId: order.id, outcome, at }))) {
    return { outcome: 'repeated', order }
  }
  // Where our own answer that names the session was not stored yet.
  if (session && order.paymentSession === null) await keepSession(tx, order.id, session)
  let now = await applyEffect(tx, order, plan.effect, event, at)
  for (const [index, effect] of plan.deferred.entries()) {
    const each = deferred[index]
    if (!each) continue
    now = await applyEffect(tx, now, effect, each, at)
    await recordOutcome(tx, each.id, { orderId: order.id, outcome: effect.outcome })
  }
  return { outcome, order: now }
}

async function paymentOf(tx: Orm, order: OrderRow): Promise<OrderPayment> {
  const reference = order.paymentReference
  return {
    state: order.state,
    total: cents(order.totalCents),
    currency: order.currency,
    reference,
    onHold: order.holdReason !== null,
    refunded: reference === null ? cents(0) : await refundedOfPayment(tx, reference),
    disputeOccurredAt: order.disputeOccurredAt,
  }
}

/** Only an event that pays says who paid. */
type AppliedEvent = MoneyEvent & Partial<Pick<PaymentEvent, 'email' | 'address' | 'reconciled'>>

async function applyEffect(
  tx: Orm,
  order: OrderRow,
  effect: PaymentEffect,
  event: AppliedEvent,
  at: Date,
): Promise<OrderRow> {
  const by = `payment provider (${event.provider}${event.reconciled ? ', reconciled' : ''})`
  const change: OrderChange = { at, actor: 'payment provider', by, why: effect.why }
  await recordMoney(tx, order, event, { effect, at, by })
  switch (effect.outcome) {
    case 'ignored':
    case 'deferred':
      return order
    case 'updated': {
      const { dispute } = effect.changes
      if (dispute?.status === 'open') {
        const facts = { order: { id: order.id, number: order.number } }
        await raiseAlert(tx, { kind: 'dispute-opened', at, occasion: event.id, facts })
      }
      const mail = dispute && ({ about: `dispute ${dispute.status}`, occasion: event.id } as const)
      return updateOrder(tx, order, change, columnsOf(effect.changes, at), mail)
    }
    case 'on hold': {
      const holdReason = order.holdReason ? `${order.holdReason} ${effect.why}` : effect.why
      return updateOrder(
        tx,
        order,
        change,
        { holdReason },
        { about: 'on hold', occasion: event.id },
      )
    }
    case 'applied':
      if (effect.becomes === 'paid' && order.priceWithdrawnAt !== null) {
        const facts = { order: { id: order.id, number: order.number } }
        await raiseAlert(tx, { kind: 'paid-at-withdrawn-price', at, occasion: event.id, facts })
      }
      return transitionOrder(tx, order, effect.becomes, change, {
        ...columnsOf(effect.changes, at),
        ...(effect.becomes === 'paid' && {
          paidAt: at,
          email: event.email ?? null,
          shippingAddress: event.address ?? null,
          paymentReference: event.reference ?? null,
        }),
      })
  }
}

function columnsOf(changes: PaymentChanges | undefined, at: Date): OrderColumns {
  const { dispute, processing } = changes ?? {}
  return {
    ...(dispute && {
      dispute: dispute.status,
      disputeOccurredAt: dispute.occurredAt,
      // Another dispute perhaps: it is to be looked at again.
      disputeReviewedAt: null,
    }),
    ...(processing && { paymentProcessingAt: at }),
  }
}

import type { AppContext } from '#app/.server/app-context.ts'
import { followCustomWork } from '#app/.server/orders/draft-details.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type Mode, modeOf } from '#app/domain/payments/mode.ts'
import type { PaymentEffect } from '#app/domain/payments/payment-event.ts'
import { planPayment } from '#app/domain/payments/payment-plan.ts'
import { applyEffect } from '../apply-effect.ts'
import type { PaymentEvent } from '../gateway/payment-event.ts'
import { dropSession, settlePayLink } from '../payment-request-links.ts'
import { readOrderPayment } from '../read-order-payment.ts'
import { recordUnattached } from '../record-money.ts'
import {
  deferredEvents,
  deferredReturns,
  keepSession,
  lockOrderOfEvent,
  lockPayment,
  recordEvent,
  recordOutcome,
  wasOnHold,
} from '../repository.ts'
import { tellOfUnknown } from '../tell-of-unknown.ts'

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
  if (
    outcome === 'on hold' ||
    (outcome === 'unknown order' && !moneyWentBack.includes(event.type))
  ) {
    app.log.error(facts, 'a payment needs a look by staff')
  } else {
    app.log.info(facts, 'payment event')
  }
  return applied
}

/** Without an order it needs nobody: what is left of the payment stands with it [UNATTACHED-07]. */
const moneyWentBack: readonly PaymentEvent['type'][] = [
  'refunded',
  'refund pending',
  'refund succeeded',
]

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
    if (isNew) {
      await recordUnattached(tx, event, at)
      await tellOfUnknown(tx, event, at)
    }
    return { outcome: isNew ? 'unknown order' : 'repeated', order: null }
  }
  const record = (outcome: PaymentEffect['outcome']) =>
    recordEvent(tx, event, { orderId: order.id, outcome, at })
  return applyToOrder(tx, order, event, { at, record })
}

type Application = {
  at: Date
  /** Stores the event with what it led to; false where that was done before. */
  record: (outcome: PaymentEffect['outcome']) => Promise<boolean>
  /** Which of the staff said that the payment is for this order; else the event named it. */
  attachedBy?: string
}

/** One event and those that waited for it, on an order that the caller has locked. */
export async function applyToOrder(
  tx: Orm,
  order: OrderRow,
  event: PaymentEvent,
  { at, record, attachedBy }: Application,
): Promise<AppliedPaymentEvent & { order: OrderRow }> {
  const { session } = event.about
  const deferred = await waitingFor(tx, order, event)

  // Plan.
  const plan = planPayment(await readOrderPayment(tx, order, event), event, {
    isAnotherSession: Boolean(session && order.paymentSession && order.paymentSession !== session),
    wasOnHold: await wasOnHold(tx, order.id, event),
    deferred,
  })

  // Persist.
  const { outcome } = plan.effect
  if (!(await record(outcome))) return { outcome: 'repeated', order }
  // Where our own answer that names the session was not stored yet.
  const isOfStaff = order.origin === 'staff'
  if (session && order.paymentSession === null && !isOfStaff) {
    await keepSession(tx, order.id, session)
  }
  let now = await applyEffect(tx, order, plan.effect, event, { at, attachedBy })
  if (isOfStaff) now = await afterStaffEvent(tx, now, event, { outcome, at })
  const done = outcomeOf(order, now, outcome)
  if (done !== outcome) await recordOutcome(tx, event.id, { orderId: order.id, outcome: done })
  for (const [index, effect] of plan.deferred.entries()) {
    const each = deferred[index]
    if (!each) continue
    const before = now
    now = await applyEffect(tx, before, effect, each, { at })
    const outcome = outcomeOf(before, now, effect.outcome)
    await recordOutcome(tx, each.id, { orderId: order.id, outcome })
  }
  return { outcome: done, order: now }
}

/** What came before the payment it is of. Nothing names the transfer that was taken back [BANK-14]. */
function waitingFor(tx: Orm, { id }: OrderRow, event: PaymentEvent) {
  if (event.type === 'paid') return deferredEvents(tx, event)
  return event.type === 'transferred' ? deferredReturns(tx, id) : []
}

/** The pay link that was paid is closed; a payment page that ended makes room for the next [SALE-06]. */
async function afterStaffEvent(
  tx: Orm,
  order: OrderRow,
  { type, about }: PaymentEvent,
  { outcome, at }: { outcome: PaymentEffect['outcome']; at: Date },
): Promise<OrderRow> {
  const hasEnded = type === 'expired' || type === 'cancelled' || type === 'failed'
  if (hasEnded) return dropSession(tx, order, about.session)
  if (type !== 'paid' || (outcome !== 'applied' && outcome !== 'updated')) return order
  await followCustomWork(tx, order, { at, by: 'a payment' })
  return settlePayLink(tx, order, { session: about.session, at })
}

/** That a refund was all of an order shows when the ledger has it. */
function outcomeOf(before: OrderRow, after: OrderRow, outcome: PaymentEffect['outcome']) {
  return after.state === before.state ? outcome : 'applied'
}

import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { whatBecameOfPieces } from '#app/.server/inventory/reservations.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import { followCustomWork, storeAgreedTaxes } from '#app/.server/orders/staff-order-details.ts'
import { type OrderChange, transitionOrder, updateOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { holdPaidOrder } from '#app/.server/risk/hold-paid-order.ts'
import { changeHold, releaseFailedDebits, releaseRefunded } from '#app/.server/risk/holds.ts'
import { storeLineTaxes } from '#app/.server/tax/line-taxes.ts'
import { noteDisputeOfCredit } from '#app/.server/trade-ins/credit/note-dispute.ts'
import { owedByLedger } from '#app/domain/ledger/ledger.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { paymentOnItsWay } from '#app/domain/payments/checkout-effect.ts'
import { type Mode, modeOf } from '#app/domain/payments/mode.ts'
import { changesOf } from '#app/domain/payments/order-changes.ts'
import { addedByReport, type PaymentEffect, paidSum } from '#app/domain/payments/payment-event.ts'
import { planPayment } from '#app/domain/payments/payment-event-plan.ts'
import { afterWholeRefund } from '#app/domain/refunds/after-whole-refund.ts'
import { nothingMoreOwed } from '#app/domain/refunds/failed-refund.ts'
import { isWhollyRefunded } from '#app/domain/refunds/plan-refund.ts'
import { applyPaidEdit, editOfPayment, isDueOfEdit, isKnownPayment } from '../edit-payment.ts'
import type { MoneyEvent, PaymentEvent } from '../gateway/payment-event.ts'
import { completePaymentRequest, dropSession } from '../payment-request-links.ts'
import { recordMoney, recordUnmatched } from '../record-money.ts'
import { wasReported } from '../reported-before.ts'
import {
  deferredEvents,
  deferredReturns,
  holdOnceRefunded,
  lockOrderOfEvent,
  lockPayment,
  readOrderPayment,
  recordEvent,
  recordOutcome,
  storeSession,
  taxStatusOfPage,
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
  const applied = await withDatabase(app, async ({ orm }) => {
    if (!isOfOtherMode) return orm.transaction((tx) => applyOnce(tx, event, at))
    const outcome = `ignored: of ${modeOf(event)} mode` as const
    const isNew = await recordEvent(orm, event, { orderId: null, outcome, at })
    return { outcome: isNew ? outcome : ('repeated' as const), order: null }
  })
  const { outcome, order } = applied
  const facts = { event: event.id, type: event.type, outcome, order: order?.number }
  const needsReview =
    outcome === 'on hold' || (outcome === 'unknown order' && !moneyWentBack.includes(event.type))
  if (needsReview) app.log.error(facts, 'a payment needs review')
  else app.log.info(facts, 'payment event')
  return applied
}

/** No review without an order: a list shows what is left of the payment [UNATTACHED-07]. */
const moneyWentBack: readonly PaymentEvent['type'][] = [
  'refunded',
  'refund pending',
  'refund succeeded',
]

async function applyOnce(tx: Orm, event: PaymentEvent, at: Date): Promise<AppliedPaymentEvent> {
  if (event.reference) await lockPayment(tx, event.reference)
  const order = await lockOrderOfEvent(tx, event)
  const record = (outcome: PaymentEffect['outcome'] | 'unknown order') =>
    recordEvent(tx, event, { orderId: order?.id ?? null, outcome, at })
  if (order) return applyToOrder(tx, order, event, { at, record })
  const isNew = await record('unknown order')
  if (isNew) {
    await recordUnmatched(tx, event, at)
    await alertOfUnknown(tx, event, at)
  }
  return { outcome: isNew ? 'unknown order' : 'repeated', order: null }
}

type Application = {
  at: Date
  /** Stores the event with what it led to; false if it was stored before. */
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
  const ofEdit = await editOfPayment(tx, order, event)
  if (ofEdit) {
    if (await isKnownPayment(tx, order, event)) {
      return { outcome: (await record('ignored')) ? 'ignored' : 'repeated', order }
    }
    if (await isDueOfEdit(tx, order, ofEdit.edit, event)) {
      if (!(await record('updated'))) return { outcome: 'repeated', order }
      return { outcome: 'updated', order: await applyPaidEdit(tx, order, ofEdit, { event, at }) }
    }
  }
  // Load.
  const { session } = event.about
  const payment = await readOrderPayment(tx, order, event, at)
  const deferred =
    event.type === 'paid'
      ? await deferredEvents(tx, event)
      : event.type === 'transferred'
        ? await deferredReturns(tx, order.id)
        : []

  // Plan.
  const plan = planPayment(payment, event, {
    isAnotherSession: Boolean(session && order.paymentSession && order.paymentSession !== session),
    wasReported: await wasReported(tx, order, event),
    deferred,
  })

  // Persist.
  if (!(await record(plan.effect.outcome))) return { outcome: 'repeated', order }
  const isOfStaff = order.origin === 'staff'
  // Where the answer to our own request, which names the session, was not stored yet.
  if (session && order.paymentSession === null && !isOfStaff) {
    await storeSession(tx, order.id, session)
  }
  let now = await persist(tx, order, plan.effect, event, { at, attachedBy })
  if (isOfStaff) now = await closePaymentPage(tx, now, event, { outcome: plan.effect.outcome, at })
  // Only after the ledger has a refund is it known whether it covered the whole order.
  const outcome = now.state === order.state ? plan.effect.outcome : 'applied'
  if (outcome !== plan.effect.outcome) {
    await recordOutcome(tx, event.id, { orderId: order.id, outcome })
  }
  for (const [index, effect] of plan.deferred.entries()) {
    const each = deferred[index]
    if (!each) continue
    const { state } = now
    now = await persist(tx, now, effect, each, { at })
    const outcome = now.state === state ? effect.outcome : 'applied'
    await recordOutcome(tx, each.id, { orderId: order.id, outcome })
  }
  return { outcome, order: now }
}

type AppliedEvent = MoneyEvent &
  Partial<Pick<PaymentEvent, 'email' | 'address' | 'billedIn' | 'taxes' | 'taxStatus'>> &
  Partial<Pick<PaymentEvent, 'reconciled' | 'instructions'>> & { name?: string | null }

/**
 * Stores one effect on an order that the caller has locked: its money in the ledger, what it means for
 * holds and taxes, then its state or columns with their history, and the emails and alerts about it.
 */
async function persist(
  tx: Orm,
  order: OrderRow,
  effect: PaymentEffect,
  event: AppliedEvent,
  { at, attachedBy }: { at: Date; attachedBy?: string | undefined },
): Promise<OrderRow> {
  const by =
    attachedBy ?? `payment provider (${event.provider}${event.reconciled ? ', reconciled' : ''})`
  await recordMoney(tx, order, event, { effect, at, by })
  if (effect.outcome === 'ignored' || effect.outcome === 'deferred') return order

  await noteDisputeOfCredit(tx, order, { type: event.type, at, by })
  const { due } = await balanceOfOrder(tx, order.id)
  const { columns, email, alert } = changesOf(order, effect, event, { at, due })
  const change: OrderChange = {
    at,
    actor: attachedBy ? 'staff' : 'payment provider',
    by,
    why: attachedBy ? `${effect.why} It was matched to this order manually.` : effect.why,
  }
  if (alert) {
    const facts = { order: { id: order.id, number: order.number } }
    await raiseAlert(tx, { kind: alert, at, occasion: event.id, facts })
  }
  if (event.type === 'paid' && effect.outcome !== 'on hold') {
    await releaseFailedDebits(tx, order, { at, by, reason: 'Another payment arrived.' })
  }
  if (effect.outcome === 'updated') {
    const { hold, refunded } = effect.changes
    if (event.type === 'processing' && order.paymentProcessingAt && order.origin === 'web') {
      const added = addedByReport(order, columns)
      if (!added) return order
      if (effect.why === paymentOnItsWay) change.why = moreIsKnown
      return updateOrder(tx, order, change, added, email)
    }
    if (hold) await changeHold(tx, order, hold, { at, by })
    if (refunded === undefined) return updateOrder(tx, order, change, columns, email)
    const { sentence, becomes, holdReason } = await afterRefund(tx, order)
    change.why += sentence
    if (becomes === order.state) {
      return updateOrder(tx, order, change, { ...columns, holdReason }, email)
    }
    await releaseRefunded(tx, order.id, { at, by })
    return transitionOrder(tx, order, becomes, change, { holdReason })
  }
  if (effect.outcome === 'applied') {
    if (effect.changes?.hold) await changeHold(tx, order, effect.changes.hold, { at, by })
    if (effect.becomes !== 'paid') {
      return transitionOrder(tx, order, effect.becomes, change, columns, email ? [email] : [])
    }
    if (event.taxes) await storeLineTaxes(tx, order, event.taxes, at)
    await storeAgreedTaxes(tx, order, at)
    const paid = await transitionOrder(tx, order, 'paid', change, columns)
    const taxStatus = event.taxStatus ?? (await taxStatusOfPage(tx, order))
    return holdPaidOrder(tx, paid, { at, billedIn: event.billedIn, taxStatus })
  }
  const isLate = order.state === 'expired' || order.state === 'cancelled'
  const became = isLate ? await whatBecameOfPieces(tx, order.id) : ''
  change.why += became
  const why = effect.why + became
  const holdReason = order.holdReason ? `${order.holdReason} ${why}` : why
  return updateOrder(tx, order, change, { ...columns, holdReason }, email)
}

const moreIsKnown = 'The payment provider added details about the pending payment.'

/** What the ledger makes of an order once a refund is in it. */
async function afterRefund(
  tx: Orm,
  order: OrderRow,
): Promise<{ sentence: string; becomes: OrderRow['state']; holdReason: string | null }> {
  const { id, state } = order
  const balance = await balanceOfOrder(tx, id)
  const isWhole = isWhollyRefunded(balance)
  const holdReason = await holdOnceRefunded(tx, order, { isWhole, owed: owedByLedger(balance) })
  const stays = { becomes: state, holdReason }
  const ended = holdReason === order.holdReason ? '' : nothingMoreOwed
  if (!isWhole) {
    const left = cents(balance.paid - balance.refunded - balance.lost)
    return { ...stays, sentence: `${ended} ${formatCents(left)} of the payment remains.` }
  }
  const becomesRefunded = canTransition(state, 'refunded')
  const message = afterWholeRefund(balance, becomesRefunded)
  if (becomesRefunded) return { ...stays, becomes: 'refunded', sentence: message }
  return { ...stays, sentence: ended || message }
}

/** The payment link that was paid is closed; a payment page that ended makes room for the next [SALE-06]. */
async function closePaymentPage(
  tx: Orm,
  order: OrderRow,
  { type, about }: PaymentEvent,
  { outcome, at }: { outcome: PaymentEffect['outcome']; at: Date },
): Promise<OrderRow> {
  if (type === 'expired' || type === 'cancelled' || type === 'failed') {
    return dropSession(tx, order, about.session)
  }
  if (type !== 'paid' || (outcome !== 'applied' && outcome !== 'updated')) return order
  await followCustomWork(tx, order, { at, by: 'a payment' })
  return completePaymentRequest(tx, order, { session: about.session, at })
}

/** Events that need an answer from staff although no order shows them. */
const unknownAlerts: Partial<Record<PaymentEvent['type'], string>> = {
  'dispute open': 'The buyer’s bank is disputing a payment',
  'inquiry open': 'The buyer’s bank is asking about a payment',
  'dispute lost': 'A dispute was lost',
  'fraud warning': 'A card’s bank warns of fraud',
}

/** Owners hear of a dispute or warning about a payment the shop does not know, once [DISPUTE-05]. */
async function alertOfUnknown(tx: Orm, event: PaymentEvent, at: Date): Promise<void> {
  const what = unknownAlerts[event.type]
  if (!what || event.reference === null) return
  const sum = event.amount === null ? '' : ` over ${paidSum(event)}`
  await raiseAlert(tx, {
    kind: 'unknown-payment-disputed',
    at,
    occasion: `${event.type} ${event.reference}`,
    facts: { what: `${what}${sum}.`, reference: event.reference },
  })
}

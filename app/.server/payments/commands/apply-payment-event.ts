import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { cashBalanceOf, cashBalanceReferences } from '#app/.server/ledger/cash-balance.ts'
import { knownRefunds } from '#app/.server/ledger/refunds.ts'
import { balanceOfOrder, isPaymentOf, refundedOfPayment } from '#app/.server/ledger/repository.ts'
import { holdIfHighValue } from '#app/.server/orders/hold-high-value.ts'
import { changeHold, releaseRefunded } from '#app/.server/orders/holds.ts'
import { storeLineTaxes } from '#app/.server/orders/line-taxes.ts'
import { followCustomWork, isGoldFixed, storeAgreedTaxes } from '#app/.server/orders/staff-made.ts'
import {
  type OrderChange,
  type OrderColumns,
  type OrderRow,
  transitionOrder,
  updateOrder,
} from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { type Mode, modeOf } from '#app/domain/payments/mode.ts'
import type {
  CashBalance,
  OrderPayment,
  PaymentChanges,
  PaymentEffect,
  StaffPayment,
} from '#app/domain/payments/payment-event.ts'
import { planPayment } from '#app/domain/payments/payment-plan.ts'
import { isWhollyRefunded } from '#app/domain/payments/refund.ts'
import { wireLifetimeMs } from '#app/domain/pricing/bank-price.ts'
import type { MoneyEvent, PaymentEvent } from '../gateway/payment-event.ts'
import { dropSession, settlePayLink } from '../pay-links.ts'
import { recordMoney, recordUnattached } from '../record-money.ts'
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
  const plan = planPayment(await paymentOf(tx, order, event), event, {
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

async function paymentOf(tx: Orm, order: OrderRow, event: PaymentEvent): Promise<OrderPayment> {
  const cashBalance = await cashBalanceWith(tx, order, event)
  const of = cashBalance ? await cashBalanceReferences(tx, order) : event.reference
  const { paid, returned, refunded: givenBack } = await balanceOfOrder(tx, order.id)
  const received = cents(paid - givenBack)
  return {
    state: order.state,
    payBy: order.payBy,
    total: cents(order.totalCents),
    withTax: order.withTax,
    received,
    paid,
    returned,
    currency: order.currency,
    reference: order.paymentReference,
    onHold: order.holdReason !== null,
    refunded: of === null ? cents(0) : await refundedOfPayment(tx, of),
    refunds: of === null ? [] : await knownRefunds(tx, of),
    disputeOccurredAt: order.disputeOccurredAt,
    ...(order.origin === 'staff' && { staff: await staffPaymentOf(tx, order, event) }),
    ...(cashBalance && { cashBalance }),
  }
}

async function staffPaymentOf(
  tx: Orm,
  order: OrderRow,
  { reference }: PaymentEvent,
): Promise<StaffPayment> {
  return {
    due: cents(order.totalCents + order.taxCents),
    isKnown: reference !== null && (await isPaymentOf(tx, order.id, reference)),
    isFixed: await isGoldFixed(tx, order.id),
    taxAtPayment: order.withTax,
  }
}

/** Of an event about the buyer's cash balance, once it is counted. */
async function cashBalanceWith(
  tx: Orm,
  order: OrderRow,
  { type, reference, amount, currency }: PaymentEvent,
): Promise<CashBalance | null> {
  const isSent = type === 'balance sent back'
  const hasComeBack = type === 'sending back failed'
  const isOfCustomer = reference !== null && reference === order.paymentCustomer
  if (!isSent && !hasComeBack && !isOfCustomer) return null
  const balance = await cashBalanceOf(tx, order)
  const more = currency?.toLowerCase() === 'usd' ? (amount ?? 0) : 0
  return {
    ...balance,
    sent: cents(balance.sent + (isSent ? more : 0)),
    cameBack: cents(balance.cameBack + (hasComeBack ? more : 0)),
  }
}

/** Only an event that pays says who paid. */
type AppliedEvent = MoneyEvent &
  Partial<
    Pick<PaymentEvent, 'email' | 'address' | 'billedIn' | 'taxes' | 'reconciled' | 'instructions'>
  >

async function applyEffect(
  tx: Orm,
  order: OrderRow,
  effect: PaymentEffect,
  event: AppliedEvent,
  { at, attachedBy }: { at: Date; attachedBy?: string | undefined },
): Promise<OrderRow> {
  const by =
    attachedBy ?? `payment provider (${event.provider}${event.reconciled ? ', reconciled' : ''})`
  const change: OrderChange = {
    at,
    actor: attachedBy ? 'staff' : 'payment provider',
    by,
    why: attachedBy ? `${effect.why} It was attached to this order by hand.` : effect.why,
  }
  await recordMoney(tx, order, event, { effect, at, by })
  switch (effect.outcome) {
    case 'ignored':
    case 'deferred':
      return order
    case 'updated': {
      const { dispute, hold } = effect.changes
      if (hold) await changeHold(tx, order, hold, { at, by })
      if (dispute?.status === 'open') {
        const facts = { order: { id: order.id, number: order.number } }
        await raiseAlert(tx, { kind: 'dispute-opened', at, occasion: event.id, facts })
      }
      const { sentence, isWhole } = await afterRefund(tx, order, effect.changes)
      change.why += sentence
      if (isWhole) {
        await releaseRefunded(tx, order.id, { at, by })
        return transitionOrder(tx, order, 'refunded', change)
      }
      const mail =
        mailAbout(effect.changes, event) ??
        (effect.changes.processing ? wireMail(order, event) : null)
      const columns = { ...columnsOf(effect.changes, at), ...waitingColumns(order, effect, event) }
      return updateOrder(tx, order, change, columns, mail)
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
    case 'applied': {
      if (effect.becomes === 'paid' && order.priceWithdrawnAt !== null) {
        const facts = { order: { id: order.id, number: order.number } }
        await raiseAlert(tx, { kind: 'paid-at-withdrawn-price', at, occasion: event.id, facts })
      }
      if (effect.becomes === 'paid' && event.taxes) {
        await storeLineTaxes(tx, order, event.taxes, at)
      }
      if (effect.becomes === 'paid') await storeAgreedTaxes(tx, order, at)
      const now = await transitionOrder(tx, order, effect.becomes, change, {
        ...columnsOf(effect.changes, at),
        ...(effect.becomes === 'paid' && {
          paidAt: at,
          ...buyerColumns(order, event),
          // Of a wire it is the payment its transfers went into.
          paymentReference:
            order.payBy === 'wire'
              ? (order.paymentReference ?? event.reference)
              : (event.reference ?? null),
        }),
      })
      if (effect.becomes !== 'paid') return now
      return holdIfHighValue(tx, now, { at, billedIn: event.billedIn ?? null })
    }
  }
}

/** What the ledger says once a refund is in it: whether all of the order was given back by now. */
async function afterRefund(
  tx: Orm,
  order: OrderRow,
  { refunded }: PaymentChanges,
): Promise<{ sentence: string; isWhole: boolean }> {
  if (refunded === undefined) return { sentence: '', isWhole: false }
  const balance = await balanceOfOrder(tx, order.id)
  if (isWhollyRefunded(balance)) {
    const isWhole = canTransition(order.state, 'refunded')
    return { sentence: ' Nothing of the order stays paid.', isWhole }
  }
  const stays = cents(balance.paid - balance.refunded - balance.lost)
  return { sentence: ` ${formatCents(stays)} stays paid.`, isWhole: false }
}

/** Whoever pays says who buys; but of an order that staff made, they have written it down before. */
function buyerColumns({ origin, email, shippingAddress }: OrderRow, event: AppliedEvent) {
  if (origin === 'staff') {
    return {
      email: email ?? event.email ?? null,
      shippingAddress: shippingAddress ?? event.address ?? null,
    }
  }
  return {
    email: event.email ?? email,
    shippingAddress: event.address ?? shippingAddress,
  }
}

/**
 * What an order keeps while its bank sends the money: who pays, by a wire also where it is to be sent,
 * and that the price stands for 36 hours [BANK-05].
 */
function waitingColumns(
  order: OrderRow,
  effect: Extract<PaymentEffect, { outcome: 'updated' }>,
  event: AppliedEvent,
): OrderColumns {
  // A debit of a deposit has arrived: nothing is on its way any more.
  if (order.origin === 'staff' && event.type === 'paid') {
    return { ...buyerColumns(order, event), paymentProcessingAt: null }
  }
  if (!effect.changes.processing) return {}
  return {
    email: order.email ?? event.email ?? null,
    shippingAddress: order.shippingAddress ?? event.address ?? null,
    ...(order.payBy === 'wire' && {
      expiresAt: new Date(order.createdAt.getTime() + wireLifetimeMs),
      ...(event.type !== 'transferred' && {
        paymentReference: order.paymentReference ?? event.reference,
      }),
      ...(event.instructions !== undefined && { paymentUrl: event.instructions }),
    }),
  }
}

/** Once when the wire is awaited, and after each that is not the whole. */
function wireMail({ payBy }: OrderRow, { type, id }: AppliedEvent) {
  if (payBy !== 'wire') return null
  const occasion = type === 'transferred' ? id : 'begun'
  return { about: 'wire awaited', occasion } as const
}

/** A dispute has mails of its own; what else holds an order back has one for all. */
function mailAbout({ dispute, hold }: PaymentChanges, { id, type }: AppliedEvent) {
  if (dispute) return { about: `dispute ${dispute.status}`, occasion: id } as const
  const isWorth = hold?.kind === 'fraud warning' || hold?.kind === 'review'
  return isWorth ? ({ about: 'held back', occasion: `${type} ${id}` } as const) : null
}

function columnsOf(changes: PaymentChanges | undefined, at: Date): OrderColumns {
  const { dispute, processing } = changes ?? {}
  return {
    ...(dispute && {
      dispute: dispute.status,
      disputeOccurredAt: dispute.occurredAt,
    }),
    ...(processing && { paymentProcessingAt: at }),
  }
}

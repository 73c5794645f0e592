import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { storedShippingTexts } from '#app/.server/settings/queries/order-shipping-texts.ts'
import { stepOfStage } from '#app/domain/draft-orders/custom-work.ts'
import { handedOver } from '#app/domain/fulfillment/parcel.ts'
import { shipByDay } from '#app/domain/fulfillment/ship-by.ts'
import { canTransition, type OrderState } from '#app/domain/orders/order-state.ts'
import { brand } from '#brand'
import { releasePieces, sellPieces } from '../inventory/reservations.ts'
import type { Orm } from '../platform/db/database.ts'
import { customWork } from '../platform/db/draft-order-schema.ts'
import { parcels } from '../platform/db/fulfillment-schema.ts'
import { refunds } from '../platform/db/ledger-schema.ts'
import {
  emailOutbox,
  type OrderRow,
  orderHistory,
  orders,
  type SingleOrderEmailKind,
} from '../platform/db/schema.ts'

/** Who changes an order, when and why: one row of its history. `by` is read by staff. */
export type OrderChange = Pick<typeof orderHistory.$inferSelect, 'at' | 'actor' | 'by' | 'why'>

/** Columns that may change with it. */
export type OrderColumns = Partial<
  Pick<
    OrderRow,
    | 'token'
    | 'linkVersion'
    | 'email'
    | 'shippingAddress'
    | 'billingAddress'
    | 'codeEmail'
    | 'giftNote'
    | 'paymentReference'
    | 'paidAt'
    | 'holdReason'
    | 'step'
    | 'shipBy'
    | 'dispute'
    | 'disputeOccurredAt'
    | 'paymentProcessingAt'
    | 'priceWithdrawnAt'
    | 'priceHonoredAt'
    | 'paymentUrl'
    | 'paymentSession'
    | 'expiresAt'
    | 'notRefundedCents'
    | 'notRefundedNote'
    | 'stopsPayment'
    | 'totalCents'
    | 'taxCents'
    | 'editWaiting'
  >
>

type EmailEvent =
  | OrderState
  | 'part paid'
  | 'delivered'
  | 'on hold'
  | 'parcel sent'
  | 'ready for pickup'
  | 'held back'
  | 'tracking corrected'
  | 'refund made'
  | 'refund declined'
  | 'canceled by staff'
  | 'closed by staff'
  | 'delayed'
  | 'delay ended'
  | `wire ${'awaited' | 'too late' | 'came late' | 'came canceled' | 'was extra'}`
  | `debit ${'awaited' | 'failed'}`
  | 'pay link'
  | 'order changed'
  | 'link replaced'
  | `return ${'asked' | 'accepted' | 'received' | 'refused'}`
  | 'late'
  | 'payment was extra'
  | `dispute ${'open' | 'won' | 'lost' | 'due'}`

/** What to email about; `occasion` distinguishes one parcel, dispute or correction from the next. */
export type OrderEmail = { about: EmailEvent; occasion: string }

/**
 * Who gets which email. `part paid`: a deposit or another payment of a draft order that is not the last;
 * `on hold`: money came that the order could not take; `wire came late`: a wire that came after the
 * order expired; `wire came canceled`: after it was canceled; `wire was extra`: after it was paid;
 * `payment was extra`: a payment that no wire brought, after the order ended or was paid;
 * `closed by staff`: the bank took its money back, and nothing ships;
 * `held back`: it is paid, and must not be sent yet; `delay ended`: a notice of a delay led to something staff must know.
 */
const emailsFor: Partial<Record<EmailEvent, readonly SingleOrderEmailKind[]>> = {
  paid: ['order-paid-buyer', 'order-paid-staff'],
  'part paid': ['order-part-buyer', 'order-part-staff'],
  'parcel sent': ['order-fulfilled-buyer'],
  'ready for pickup': ['order-pickup-buyer'],
  delivered: ['order-delivered-buyer'],
  'refund made': ['order-refunded-buyer'],
  'refund declined': ['order-refund-declined-buyer'],
  'canceled by staff': ['order-canceled-buyer'],
  'closed by staff': ['order-closed-buyer'],
  delayed: ['order-delay-buyer'],
  'delay ended': ['order-delay-staff'],
  'on hold': ['order-held-staff'],
  'held back': ['order-hold-staff'],
  'tracking corrected': ['order-tracking-buyer'],
  'pay link': ['order-pay-buyer'],
  // The confirmation again, with the pieces of now.
  'order changed': ['order-paid-buyer'],
  'link replaced': ['order-new-link-buyer'],
  'return asked': ['order-return-asked-buyer', 'order-return-staff'],
  'return accepted': ['order-return-accepted-buyer'],
  'return received': ['order-return-received-buyer'],
  'return refused': ['order-return-refused-buyer'],
  'wire awaited': ['order-wire-buyer'],
  'wire too late': ['order-wire-late-buyer'],
  'wire came late': ['order-held-staff', 'order-wire-late-buyer'],
  'wire came canceled': ['order-held-staff', 'order-wire-canceled-buyer'],
  'wire was extra': ['order-held-staff', 'order-wire-extra-buyer'],
  'payment was extra': ['order-held-staff', 'order-payment-extra-buyer'],
  'debit awaited': ['order-debit-buyer', 'order-debit-staff'],
  'debit failed': ['order-debit-failed-buyer', 'order-debit-failed-staff'],
  late: ['order-late-staff'],
  'dispute due': ['order-dispute-due-staff'],
  'dispute open': ['order-dispute-open-staff'],
  'dispute won': ['order-dispute-won-staff'],
  'dispute lost': ['order-dispute-lost-staff'],
}

/**
 * The one way an order changes its state: a step of the table, with its history and its emails, in
 * the caller's transaction, on a row the caller has locked. A step the table lacks is a bug [ORDER-02].
 */
export async function transitionOrder(
  tx: Orm,
  order: OrderRow,
  to: OrderState,
  change: OrderChange,
  columns: OrderColumns = {},
  alsoEmail: readonly OrderEmail[] = [],
): Promise<OrderRow> {
  if (!canTransition(order.state, to)) {
    throw new RangeError(`An order that is ${order.state} cannot become ${to}`)
  }
  const promised =
    to === 'paid'
      ? {
          ...(await shipBy(tx, order, columns.paidAt ?? change.at)),
          ...(await stepOfWork(tx, order.id)),
        }
      : {}
  const after = await save(tx, order, to, change, { ...columns, ...promised })
  if (to === 'paid') await sellPieces(tx, order.id, change.at)
  if (to === 'expired' || to === 'cancelled') await releasePieces(tx, order.id, change.at)
  await queueEmails(tx, order.id, to, change.at)
  for (const email of alsoEmail)
    await queueEmails(tx, order.id, email.about, change.at, email.occasion)
  return after
}

/** From the processing time that the shop promises now; a later change does not affect the order [DESK-02]. */
async function shipBy(tx: Orm, order: OrderRow, at: Date): Promise<Pick<OrderColumns, 'shipBy'>> {
  return {
    shipBy: shipByDay(at, (await storedShippingTexts(tx, order)).processingDays, brand.timeZone),
  }
}

/** Custom work may be far before all of it is paid; of any other order the database sets the first step. */
async function stepOfWork(tx: Orm, orderId: string): Promise<Pick<OrderColumns, 'step'>> {
  const { stage } = customWork
  const [work] = await tx.select({ stage }).from(customWork).where(eq(customWork.orderId, orderId))
  return work ? { step: stepOfStage[work.stage] } : {}
}

/**
 * Changes an order that stays in its state, with a row in its history.
 */
export async function updateOrder(
  tx: Orm,
  order: OrderRow,
  change: OrderChange,
  columns: OrderColumns,
  email?: OrderEmail | readonly OrderEmail[] | null,
): Promise<OrderRow> {
  const after = await save(tx, order, order.state, change, columns)
  await emailDelivery(tx, order, after, change.at)
  if (order.email === null && after.email !== null && after.paidAt !== null) {
    await queueMissedEmails(tx, order.id, change.at)
  }
  for (const { about, occasion } of [email ?? []].flat()) {
    await queueEmails(tx, order.id, about, change.at, occasion)
  }
  return after
}

/** What the buyer of a paid order was not told while no email address was known [MAIL-09]. */
async function queueMissedEmails(tx: Orm, orderId: string, at: Date): Promise<void> {
  await queueEmails(tx, orderId, 'paid', at)
  const sent = await tx
    .select({ id: parcels.id })
    .from(parcels)
    .where(and(eq(parcels.orderId, orderId), ne(parcels.tracking, handedOver.tracking)))
  for (const { id } of sent) await queueEmails(tx, orderId, 'parcel sent', at, `${id}`)
  const made = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.state, ['pending', 'succeeded'])))
  for (const { id } of made) await queueEmails(tx, orderId, 'refund made', at, id)
}

/** Time to undo a press on the wrong order before its buyer is written to. */
const undoDeliveryMs = 5 * 60_000

/**
 * Sent once for each order. Where the order was marked as delivered by mistake and is changed back, an email
 * that is still waiting is deleted [DELIVERED-02].
 */
async function emailDelivery(tx: Orm, before: OrderRow, after: OrderRow, at: Date): Promise<void> {
  if (before.step === after.step) return
  if (after.step === 'delivered') {
    await queueEmails(tx, after.id, 'delivered', at, '', undoDeliveryMs)
  } else if (before.step === 'delivered') {
    const { orderId, kind, state } = emailOutbox
    await tx
      .delete(emailOutbox)
      .where(and(eq(orderId, after.id), eq(kind, 'order-delivered-buyer'), eq(state, 'waiting')))
  }
}

async function save(
  tx: Orm,
  order: OrderRow,
  state: OrderState,
  change: OrderChange,
  columns: OrderColumns,
): Promise<OrderRow> {
  const [after] = await tx
    .update(orders)
    .set({
      ...columns,
      state,
      revision: sql`${orders.revision} + 1`,
      // Clocks of two processes may differ; an order is never changed before it was made.
      updatedAt: new Date(Math.max(change.at.getTime(), order.createdAt.getTime())),
    })
    .where(eq(orders.id, order.id))
    .returning()
  if (!after) throw new RangeError(`There is no order ${order.id}`)
  const moved = after.step === order.step ? {} : { fromStep: order.step, toStep: after.step }
  await recordHistory(tx, order.id, { from: order.state, to: state }, { ...change, ...moved })
  return after
}

/** One row of an order's history; `from` is null where the order begins. */
export async function recordHistory(
  tx: Orm,
  orderId: string,
  { from, to }: { from: OrderState | null; to: OrderState },
  change: OrderChange & Partial<Pick<typeof orderHistory.$inferSelect, 'fromStep' | 'toStep'>>,
): Promise<void> {
  await tx.insert(orderHistory).values({ orderId, fromState: from, toState: to, ...change })
}

/**
 * Into the outbox, in the transaction that makes it so; once, however often the same event comes.
 * A job writes and sends them: a payment cannot fail by an email. A buyer without an email address, such as a
 * walk-in or one whom the payment did not name, gets none until it is known [MAIL-09]. True where one is new.
 */
export async function queueEmails(
  tx: Orm,
  orderId: string,
  about: EmailEvent,
  at: Date,
  occasion = '',
  waitMs = 0,
): Promise<boolean> {
  const all = emailsFor[about]
  if (!all) return false
  const [order] = await tx
    .select({ email: orders.email })
    .from(orders)
    .where(eq(orders.id, orderId))
  const hasNoEmail = order?.email === null
  const kinds = all.filter((kind) => !(hasNoEmail && kind.endsWith('-buyer')))
  if (kinds.length === 0) return false
  const nextAttemptAt = new Date(at.getTime() + waitMs)
  const queued = await tx
    .insert(emailOutbox)
    .values(kinds.map((kind) => ({ orderId, kind, occasion, nextAttemptAt, createdAt: at })))
    .onConflictDoNothing()
    .returning({ id: emailOutbox.id })
  return queued.length > 0
}

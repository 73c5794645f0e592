import { and, desc, eq, inArray } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import {
  lockedForStaff,
  noteOnOrder,
  type StaffOrder,
  wrongState,
} from '#app/.server/orders/staff-order.ts'
import { type OrderRow, transitionOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { refundOrDisputeTypes } from '#app/domain/payments/refund-or-dispute.ts'

/** `held` is the reason the screen showed: what came meanwhile is not settled unseen. */
type Settling = StaffOrder & { held: string; reason: string }

/**
 * A person takes a payment that did not fit for this order's payment, knowingly and with a reason
 * that stays in the history [ORDER-06]. Only where the order still can be paid: what is closed is
 * not revived, its money goes back.
 */
export async function acceptHeldPayment(app: AppContext, settling: Settling): Promise<void> {
  await settle(app, settling, async (tx, order, { at, by, reason }) => {
    if (!canTransition(order.state, 'paid')) throw await wrongState(tx, order)
    const payment = await paymentOnHold(tx, order.id)
    if (!payment) {
      throw new AppError(
        'no_payment',
        409,
        'No payment is held for this order that could be accepted.',
      )
    }
    await refuseWhereGone(tx, payment)
    const why = `Accepted ${sumInWords(payment)} where ${due(order)} was due. ${reason}`
    await tx.update(orders).set({ holdReason: null }).where(eq(orders.id, order.id))
    await transitionOrder(
      tx,
      order,
      'paid',
      { at, by, why },
      {
        paidAt: at,
        email: payment.email,
        shippingAddress: payment.shippingAddress,
        paymentReference: payment.reference,
      },
    )
    await recordAuditEvent(tx, {
      at,
      actor: adminActor(by),
      action: 'order.held_payment_accepted',
      target: { type: 'order', id: order.id },
      facts: {
        number: order.number,
        reason,
        accepted: { amountCents: payment.amountCents, currency: payment.currency },
        due: { amountCents: order.totalCents, currency: order.currency },
      },
    })
  })
}

/**
 * The money was given back, or explained: nothing waits for staff any more. An order still to be
 * paid is cancelled by it, since a payment page takes money once; one that is paid or closed stays
 * what it is.
 */
export async function closeHold(app: AppContext, settling: Settling): Promise<void> {
  await settle(app, settling, async (tx, order, { at, by, reason }) => {
    const why = `Looked at: ${reason}`
    await noteOnOrder(tx, order, { at, by, why }, { holdReason: null })
    if (canTransition(order.state, 'cancelled')) {
      await transitionOrder(tx, order, 'cancelled', {
        at,
        by,
        why: 'Its payment was not accepted.',
      })
    }
    await recordAuditEvent(tx, {
      at,
      actor: adminActor(by),
      action: 'order.hold_settled',
      target: { type: 'order', id: order.id },
      facts: { number: order.number, reason },
    })
  })
}

async function settle(
  app: AppContext,
  { id, held, ...words }: Settling,
  work: (
    tx: Orm,
    order: OrderRow,
    words: { at: Date; by: string; reason: string },
  ) => Promise<void>,
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockedForStaff(tx, id)
      if (order.holdReason === null) {
        throw new AppError(
          'hold_settled',
          409,
          'Somebody settled this meanwhile; the history tells who. Nothing was changed.',
        )
      }
      if (order.holdReason !== held) {
        throw new AppError(
          'hold_changed',
          409,
          `Something else came in meanwhile. It now says: ${order.holdReason} Nothing was changed.`,
        )
      }
      await work(tx, order, { at, ...words })
    }),
  )
}

type EventRow = typeof paymentEvents.$inferSelect

async function paymentOnHold(tx: Orm, orderId: string): Promise<EventRow | null> {
  const [event] = await tx
    .select()
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.orderId, orderId),
        eq(paymentEvents.type, 'paid'),
        eq(paymentEvents.outcome, 'on hold'),
      ),
    )
    .orderBy(desc(paymentEvents.receivedAt), desc(paymentEvents.id))
    .limit(1)
  return event ?? null
}

/** What was refunded or is disputed cannot pay for anything any more. */
async function refuseWhereGone(tx: Orm, { reference }: EventRow): Promise<void> {
  if (reference === null) return
  const [since] = await tx
    .select({ type: paymentEvents.type })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.reference, reference),
        inArray(paymentEvents.type, [...refundOrDisputeTypes]),
      ),
    )
    .limit(1)
  if (!since) return
  throw new AppError(
    'payment_gone',
    409,
    `The provider has told since of this payment: ${since.type}. It cannot be accepted any more. Nothing was changed.`,
  )
}

function sumInWords({ amountCents, currency }: EventRow): string {
  const sum = amountCents === null ? 'an unknown sum' : formatCents(cents(amountCents))
  return currency === null ? sum : `${sum} ${currency.toUpperCase()}`
}

const due = ({ totalCents, currency }: OrderRow) =>
  `${formatCents(cents(totalCents))} ${currency.toUpperCase()}`

import { and, desc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { refundsOfPayment } from '#app/.server/ledger/refunds.ts'
import {
  lockOrderForStaff,
  refuseWhereChanged,
  type StaffOrder,
  wrongState,
} from '#app/.server/orders/staff-order.ts'
import { transitionOrder, updateOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type OrderRow, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { holdIfTaxDoubted } from '#app/.server/risk/hold-doubted-tax.ts'
import { holdIfHighValue } from '#app/.server/risk/hold-high-value.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { paidSum } from '#app/domain/payments/payment-event.ts'
import { moneyBackTypes } from '#app/domain/payments/refund-or-dispute.ts'
import { recordAcceptedSale } from '../record-money.ts'

type Resolution = StaffOrder & { reason: string }

/**
 * A person takes a payment that did not fit for this order's payment, knowingly and with a reason
 * that stays in the history [ORDER-06]. Only where the order still can be paid: what is closed is
 * not revived, its money goes back.
 */
export async function acceptHeldPayment(app: AppContext, resolution: Resolution): Promise<void> {
  await resolve(app, resolution, async (tx, order, { at, by, reason }) => {
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
    const amount = payment.amountCents === null ? null : cents(payment.amountCents)
    const sum = paidSum({ amount, currency: payment.currency })
    const why = `Accepted ${sum} where ${due(order)} was due. ${reason}`
    const change = { at, actor: 'staff', by, why } as const
    const tax = order.withTax ? taxOf(payment) : cents(0)
    await recordAcceptedSale(tx, order, { tax, at, by, why, reference: payment.reference })
    const now = await transitionOrder(tx, order, 'paid', change, {
      holdReason: null,
      paidAt: at,
      email: payment.email,
      shippingAddress: payment.shippingAddress,
      paymentReference: payment.reference,
    })
    const held = await holdIfHighValue(tx, now, { at, billedIn: null })
    await holdIfTaxDoubted(tx, held, { at })
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
 * paid is canceled by it, since a payment page takes money once; one that is paid or closed stays
 * what it is.
 */
export async function closeHold(app: AppContext, resolution: Resolution): Promise<void> {
  await resolve(app, resolution, async (tx, order, { at, by, reason }) => {
    const change = { at, actor: 'staff', by, why: `Looked at: ${reason}` } as const
    const now = await updateOrder(tx, order, change, { holdReason: null })
    if (canTransition(order.state, 'cancelled')) {
      const why = 'Its payment was not accepted.'
      await transitionOrder(tx, now, 'cancelled', { ...change, why })
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

/** Under a lock, and only where the screen showed all that came; nothing is settled unseen. */
async function resolve(
  app: AppContext,
  { id, revision, by, reason }: Resolution,
  work: (
    tx: Orm,
    order: OrderRow,
    details: { at: Date; by: string; reason: string },
  ) => Promise<void>,
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      if (order.holdReason === null) {
        throw new AppError(
          'hold_settled',
          409,
          'Somebody settled this meanwhile; the history says who. Nothing was changed.',
        )
      }
      await refuseWhereChanged(tx, order, revision)
      await work(tx, order, { at, by, reason })
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
  if ((await refundsOfPayment(tx, reference)).length > 0) {
    throw new AppError(
      'payment_gone',
      409,
      'A refund of this payment was asked for. It cannot be accepted any more. Nothing was changed.',
    )
  }
  const [since] = await tx
    .select({ type: paymentEvents.type })
    .from(paymentEvents)
    .where(
      and(eq(paymentEvents.reference, reference), inArray(paymentEvents.type, [...moneyBackTypes])),
    )
    .limit(1)
  if (!since) return
  throw new AppError(
    'payment_gone',
    409,
    `The provider has since reported “${since.type}” for this payment. It cannot be accepted any more. Nothing was changed.`,
  )
}

/** As the provider reported it; none where it reported nonsense. */
function taxOf({ payload }: EventRow) {
  const tax = z.int().min(0).transform(cents)
  const reported = z.object({ object: z.object({ total_details: z.object({ amount_tax: tax }) }) })
  return reported.safeParse(payload).data?.object.total_details.amount_tax ?? cents(0)
}

const due = ({ totalCents, currency }: OrderRow) =>
  `${formatCents(cents(totalCents))} ${currency.toUpperCase()}`

import { and, desc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { moneyOfOrder, refundsOfPayment } from '#app/.server/ledger/refunds.ts'
import { changeOrder, type LockedByStaff } from '#app/.server/orders/change-order.ts'
import { type VersionedOrder, wrongState } from '#app/.server/orders/order-checks.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type OrderRow, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { holdPaidOrder } from '#app/.server/risk/hold-paid-order.ts'
import { owedToBuyer } from '#app/domain/ledger/ledger.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { paidSum } from '#app/domain/payments/payment-event.ts'
import { moneyBackTypes } from '#app/domain/payments/refund-or-dispute.ts'
import { recordAcceptedSale } from '../record-money.ts'

type Resolution = VersionedOrder & { reason: string }

/**
 * A person takes a payment that did not fit for this order's payment, knowingly and with a reason
 * that stays in the history [ORDER-06]. Only where the order still can be paid: what is closed is
 * not revived, its money is refunded.
 */
export function acceptPaymentOfHeldOrder(
  app: AppContext,
  { reason, ...request }: Resolution,
): Promise<void> {
  return changeOrder(app, request, async (locked) => {
    await assertOnHold(locked)
    const { tx, order, at, by, save } = locked
    if (!canTransition(order.state, 'paid')) throw await wrongState(tx, order)
    const payment = await paymentOnHold(tx, order.id)
    if (!payment) {
      throw new AppError('no_payment', 409, 'This order has no payment on hold to accept.')
    }
    await assertStillOpen(tx, payment)
    const { amountCents, currency, reference, email, shippingAddress } = payment
    const sum = paidSum({ amount: amountCents === null ? null : cents(amountCents), currency })
    const why = `Accepted ${sum} when ${due(order)} was due. ${reason}`
    const tax = order.withTax ? taxOf(payment) : cents(0)
    await recordAcceptedSale(tx, order, { tax, at, by, why, reference })
    const paid = await save({
      why,
      to: 'paid',
      columns: {
        holdReason: null,
        paidAt: at,
        email,
        shippingAddress,
        paymentReference: reference,
      },
      audit: {
        action: 'order.held_payment_accepted',
        facts: {
          reason,
          accepted: { amountCents, currency },
          due: { amountCents: order.totalCents, currency: order.currency },
        },
      },
    })
    await holdPaidOrder(tx, paid, { at })
  })
}

/**
 * Staff have looked, and the hold ends. An order still to be paid is canceled by it, since a payment page takes
 * money once, and what was received for it needs review until it is refunded; a job stops its wire [WIRE-07]. One that is paid or closed stays
 * what it is, and is refused while it holds money of its buyer [TODAY-12].
 */
export function settlePaymentHold(
  app: AppContext,
  { reason, ...request }: Resolution,
): Promise<void> {
  return changeOrder(app, request, async (locked) => {
    await assertOnHold(locked)
    const { tx, order, save } = locked
    const isCanceled = canTransition(order.state, 'cancelled')
    // If it cancels the order, nothing is awaited any longer.
    const after = isCanceled ? { ...order, state: 'cancelled' } : order
    const left = owedToBuyer(await moneyOfOrder(tx, order.id), after)
    if (left > 0 && !isCanceled) {
      throw new AppError(
        'money_to_refund',
        409,
        `The shop holds ${formatCents(left)} of the buyer’s money. Refund it, or record why you won’t. Nothing was changed.`,
      )
    }
    await save({
      why: `Reviewed: ${reason}`,
      columns: { holdReason: null },
      audit: { action: 'order.hold_settled', facts: { reason } },
    })
    if (!isCanceled) return
    const toRefund =
      left > 0 ? ` ${formatCents(left)} was received for it and must be refunded.` : ''
    await save({
      why: `Its payment wasn’t accepted.${toRefund}`,
      to: 'cancelled',
      columns: { stopsPayment: order.payBy === 'wire' },
      email: { about: 'canceled by staff', occasion: '' },
    })
  })
}

/** Only where the page showed all that came: nothing is reviewed unseen. */
async function assertOnHold({ order, assertUnchanged }: LockedByStaff): Promise<void> {
  if (order.holdReason === null) {
    throw new AppError(
      'hold_settled',
      409,
      'Someone else has reviewed this order since then. The history says who. Nothing was changed.',
    )
  }
  await assertUnchanged()
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

/** What was refunded or is disputed can no longer pay for anything. */
async function assertStillOpen(tx: Orm, { reference }: EventRow): Promise<void> {
  if (reference === null) return
  if ((await refundsOfPayment(tx, reference)).length > 0) {
    throw new AppError(
      'payment_gone',
      409,
      'A refund of this payment was requested. It can no longer be accepted. Nothing was changed.',
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
    `The provider has since reported “${since.type}” for this payment. It can no longer be accepted. Nothing was changed.`,
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

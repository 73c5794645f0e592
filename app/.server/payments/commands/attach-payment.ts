import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { recordOrderEvent } from '#app/.server/audit-log/record-order-event.ts'
import { refundsOfPayment } from '#app/.server/ledger/refunds.ts'
import { lockOrder } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type OrderRow, orders, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { cents } from '#app/domain/money/cents.ts'
import { modeOf } from '#app/domain/payments/mode.ts'
import { refundOrDisputeTypes } from '#app/domain/payments/refund-or-dispute.ts'
import { plainCode } from '#app/domain/text/typed-code.ts'
import type { CheckoutSessionEvent } from '../gateway/payment-event.ts'
import { partsOfStored } from '../gateway/stripe-event.ts'
import { recordOutcome } from '../repository.ts'
import {
  type EventRow,
  lockUnmatched,
  resolvePayment,
  storeDuplicates,
  unmatchedPayment,
} from '../unmatched-payments.ts'
import { applyToOrder } from './apply-payment-event.ts'
import { withSessionClosed } from './close-checkout-session.ts'

export type Attached = {
  order: { id: string; number: string }
  /** What became of the payment, as of any other: a sum that does not fit is held for staff. */
  outcome: 'applied' | 'on hold'
}

/**
 * For a payment that came without an order, staff say which one it was for. It is treated as if the
 * provider had named that order [UNATTACHED-02]: the right sum pays it, anything else is held. The
 * order's own payment page is closed first, so that it is not paid twice.
 */
export async function attachPayment(
  app: AppContext,
  request: { id: string; number: string; by: string },
): Promise<Attached> {
  const order = await withDatabase(app, async ({ orm }) => {
    const payment = await unmatchedPayment(orm, request.id)
    const named = await orderByNumber(orm, request.number)
    refuseOtherMode(payment, named)
    refuseWire(named)
    return named
  })
  return withSessionClosed(app, order.id, (tx, isClosed) =>
    attach(tx, { ...request, orderId: order.id, isClosed, at: app.now() }),
  )
}

type Attachment = {
  id: string
  orderId: string
  by: string
  isClosed: (order: OrderRow) => boolean
  at: Date
}

async function attach(
  tx: Orm,
  { id, orderId, by, isClosed, at }: Attachment,
): Promise<Attached | 'again'> {
  const payment = await lockUnmatched(tx, id)
  await assertStillOpen(tx, payment)
  const order = await lockOrder(tx, orderId)
  if (!order) throw unknownNumber()
  refuseOtherMode(payment, order)
  refuseWire(order)
  if (!isClosed(order)) return 'again'
  const { outcome } = await applyToOrder(tx, order, eventOf(payment), {
    at,
    attachedBy: by,
    record: async (result) => {
      if (result !== 'applied' && result !== 'on hold') throw knownAlready(order.number)
      await recordOutcome(tx, payment.id, { orderId, outcome: result })
      return true
    },
  })
  const { number } = order
  await storeDuplicates(tx, payment, orderId)
  await resolvePayment(tx, payment, { at, by, text: `Matched to order ${number}.` })
  await recordOrderEvent(tx, order, {
    at,
    by,
    action: 'payment.attached',
    facts: {
      payment: payment.reference,
      sum: { amountCents: payment.amountCents, currency: payment.currency },
      outcome,
    },
  })
  return { order: { id: orderId, number }, outcome: outcome === 'applied' ? outcome : 'on hold' }
}

/** As typed: in any case, with or without dashes and blanks. */
async function orderByNumber(orm: Orm, input: string) {
  const compact = plainCode(input).replace(/[^0-9A-Z]/g, '')
  const [order] = await orm
    .select()
    .from(orders)
    .where(sql`replace(${orders.number}, '-', '') = ${compact}`)
  if (!order || compact === '') throw unknownNumber()
  return order
}

const unknownNumber = () =>
  new AppError(
    'order_unknown',
    422,
    'There’s no order with this number. Please check it against the Orders page. Nothing was changed.',
  )

const knownAlready = (number: string) =>
  new AppError(
    'payment_known',
    409,
    `Order ${number} already has this payment. Nothing was changed.`,
  )

function refuseOtherMode(
  payment: EventRow,
  order: Pick<typeof orders.$inferSelect, 'number' | 'livemode' | 'paymentProvider'>,
): void {
  if (payment.livemode !== order.livemode) {
    const [paid, placed] = [modeOf(payment), modeOf(order)]
    throw new AppError(
      'other_mode',
      409,
      `The payment is ${paid}, but order ${order.number} is ${placed}. The two can’t be mixed. Nothing was changed.`,
    )
  }
  if (payment.provider === order.paymentProvider) return
  throw new AppError(
    'other_provider',
    409,
    `Order ${order.number} was placed with a different payment provider. Nothing was changed.`,
  )
}

/** Its total is the lower one of a wire, and what may be refunded of it is where Stripe put the wires. */
function refuseWire({ number, payBy }: Pick<typeof orders.$inferSelect, 'number' | 'payBy'>): void {
  if (payBy !== 'wire') return
  throw new AppError(
    'order_by_wire',
    409,
    `Order ${number} was placed to be paid by wire at the bank price, so no other payment can be matched to it. Refund this payment and ask the buyer for the wire. Nothing was changed.`,
  )
}

/** What was refunded or is disputed can no longer pay for anything. */
async function assertStillOpen(tx: Orm, { reference, provider }: EventRow): Promise<void> {
  if (reference === null) {
    throw new AppError(
      'payment_nameless',
      409,
      'The payment provider gave this payment no ID, so it can’t be matched to an order. Nothing was changed.',
    )
  }
  const [since] = await tx
    .select({ type: paymentEvents.type })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.reference, reference),
        eq(paymentEvents.provider, provider),
        inArray(paymentEvents.type, [...refundOrDisputeTypes]),
      ),
    )
    .limit(1)
  const asked = (await refundsOfPayment(tx, reference)).length > 0
  if (asked) {
    throw new AppError(
      'payment_gone',
      409,
      'A refund of this payment was requested, so it can no longer pay for an order. Nothing was changed.',
    )
  }
  if (!since) return
  throw new AppError(
    'payment_gone',
    409,
    `The payment provider has since reported “${since.type}” for this payment, so it can no longer pay for an order. Nothing was changed.`,
  )
}

function eventOf(row: EventRow): CheckoutSessionEvent {
  const { id, provider, livemode, reference, currency, email } = row
  return {
    id,
    provider,
    livemode,
    type: 'paid',
    about: {},
    amount: row.amountCents === null ? null : cents(row.amountCents),
    ...partsOfStored(row.payload),
    currency,
    reference,
    email,
    address: row.shippingAddress,
    payload: {},
  }
}

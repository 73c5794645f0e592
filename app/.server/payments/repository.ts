import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { cashBalanceOf, cashBalanceReferences } from '#app/.server/ledger/cash-balance.ts'
import { knownRefunds } from '#app/.server/ledger/refunds.ts'
import { entriesOfOrder, isPaymentOf, refundedOfPayment } from '#app/.server/ledger/repository.ts'
import { lateWiresOf } from '#app/.server/orders/late-wires.ts'
import { shippingOf } from '#app/.server/orders/repository.ts'
import { isGoldFixed } from '#app/.server/orders/staff-order-details.ts'
import { sumEntries } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { isPriceHeld } from '#app/domain/payments/failed-debit.ts'
import type {
  CashBalance,
  CheckoutEvent,
  OrderPayment,
  StaffPayment,
} from '#app/domain/payments/payment-event.ts'
import {
  isRefundOrDispute,
  type RefundOrDispute,
  refundOrDisputeTypes,
} from '#app/domain/payments/refund-or-dispute.ts'
import { isLateWire } from '#app/domain/payments/wire-rules.ts'
import { withoutFailedRefunds } from '#app/domain/refunds/failed-refund.ts'
import { isPriceWithdrawn } from '#app/domain/refunds/price-decision.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import { type OrderRow, orders, paymentEvents } from '../platform/db/schema.ts'
import type { IgnoredEvent, PaymentEvent } from './gateway/payment-event.ts'

/**
 * Lets events of one payment wait for each other, until the transaction ends. A dispute names only
 * its payment, so there may be no order's row to lock yet.
 */
export async function lockPayment(tx: Orm, reference: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`payment ${reference}`}))`)
}

/** The order an event is about, of the same provider and mode: a test can never pay for a real one. */
export async function lockOrderOfEvent(
  tx: Orm,
  { about, provider, livemode }: Pick<PaymentEvent, 'provider' | 'livemode' | 'about'>,
): Promise<OrderRow | null> {
  const { session, orderId, payment, customer } = about
  // By an earlier event of the payment, whether it paid its order or was put on hold.
  const byPayment = sql`${orders.id} = (select order_id from payment_events
    where reference = ${payment} and type = 'paid' and order_id is not null limit 1)`
  const where = [
    session !== undefined && eq(orders.paymentSession, session),
    // Of a change of a paid order, which keeps its own session.
    session !== undefined &&
      sql`${orders.id} = (select order_id from pay_links where session = ${session} and kind = 'change')`,
    // An event may arrive before the answer that names the session [ORDER-05].
    orderId !== undefined && eq(orders.id, orderId),
    customer !== undefined && eq(orders.paymentCustomer, customer),
    payment !== undefined && byPayment,
  ]
  for (const named of where) {
    if (!named) continue
    const isOfProvider = and(eq(orders.paymentProvider, provider), eq(orders.livemode, livemode))
    const [order] = await tx.select().from(orders).where(and(named, isOfProvider)).for('update')
    if (order) return order
  }
  return null
}

/** The order and its money as they are before the event, for the plan of what the event does. */
export async function readOrderPayment(
  tx: Orm,
  order: OrderRow,
  event: PaymentEvent,
  at: Date,
): Promise<OrderPayment> {
  const cashBalance = await cashBalanceWith(tx, order, event)
  const of = cashBalance ? await cashBalanceReferences(tx, order) : event.reference
  const entries = await entriesOfOrder(tx, order.id)
  const { paid, returned, refunded: givenBack } = sumEntries(entries)
  const reversals = entries
    .filter(({ kind }) => kind === 'payment returned')
    .map(({ key }) => key.replace('returned:', ''))
  const late = order.state === 'pending' ? await lateWiresOf(tx, order) : 0
  const received = cents(Math.max(0, paid - givenBack - late))
  return {
    state: order.state,
    payBy: order.payBy,
    total: cents(order.totalCents),
    shipping: shippingOf(order),
    withTax: order.withTax,
    pageTax: order.pageTaxCents === null ? null : cents(order.pageTaxCents),
    received,
    paid,
    returned,
    reversals,
    currency: order.currency,
    reference: order.paymentReference,
    onHold: order.holdReason !== null,
    refunded: of === null ? cents(0) : await refundedOfPayment(tx, of),
    refunds: of === null ? [] : await knownRefunds(tx, of),
    disputeOccurredAt: order.disputeOccurredAt,
    ...(order.origin === 'staff' && {
      staff: {
        ...(await staffPaymentOf(tx, order, event)),
        isPriceHeld: isPriceHeld(
          { expiresAt: order.expiresAt, received, isWithdrawn: isPriceWithdrawn(order) },
          at,
        ),
      },
    }),
    ...(cashBalance && { cashBalance }),
    isLateWire: isLateWire(order, event, at),
  }
}

async function staffPaymentOf(
  tx: Orm,
  order: OrderRow,
  { reference }: PaymentEvent,
): Promise<Omit<StaffPayment, 'isPriceHeld'>> {
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

/** Refunds and disputes that came before the payment they are of, oldest first. */
export async function deferredEvents(
  tx: Orm,
  { provider, livemode, reference }: Pick<PaymentEvent, 'provider' | 'livemode' | 'reference'>,
): Promise<(RefundOrDispute & Pick<PaymentEvent, 'id' | 'provider' | 'livemode'>)[]> {
  if (!reference) return []
  const found = await tx
    .select()
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.livemode, livemode),
        eq(paymentEvents.reference, reference),
        inArray(paymentEvents.outcome, ['deferred', 'unknown order']),
        inArray(paymentEvents.type, [...refundOrDisputeTypes]),
      ),
    )
    .orderBy(asc(paymentEvents.occurredAt), asc(paymentEvents.id))
  return found.flatMap((row) => {
    const { id, type, amountCents, currency, occurredAt, receivedAt, objectId, payload } = row
    if (!isRefundOrDispute(type)) return []
    const amount = amountCents === null ? null : cents(amountCents)
    const known = { id, provider, livemode, type, reference, ...detailOf(payload) }
    const object = objectId === null ? {} : { object: objectId }
    return [{ ...known, ...object, amount, currency, occurredAt: occurredAt ?? receivedAt }]
  })
}

/** Wires of an order that were reversed before anything was heard of them, oldest first. */
export async function deferredReturns(
  tx: Orm,
  orderId: string,
): Promise<(CheckoutEvent & Pick<PaymentEvent, 'id' | 'provider' | 'livemode'>)[]> {
  const found = await tx
    .select()
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.orderId, orderId),
        eq(paymentEvents.type, 'transfer returned'),
        eq(paymentEvents.outcome, 'deferred'),
      ),
    )
    .orderBy(asc(paymentEvents.occurredAt), asc(paymentEvents.id))
  return found.map(({ id, provider, livemode, amountCents, currency, reference }) => ({
    id,
    provider,
    livemode,
    type: 'transfer returned',
    amount: amountCents === null ? null : cents(amountCents),
    currency,
    reference,
  }))
}

/** In which words of the provider, where the event had any (gateway/stripe-risk.ts). */
function detailOf(payload: unknown): { detail?: string } {
  const { detail } = (payload ?? {}) as { detail?: unknown }
  return typeof detail === 'string' ? { detail } : {}
}

/** An event names the checkout session whose answer was not stored yet. */
export async function storeSession(
  tx: Orm,
  orderId: string,
  paymentSession: string,
): Promise<void> {
  await tx.update(orders).set({ paymentSession }).where(eq(orders.id, orderId))
}

export async function recordOutcome(
  tx: Orm,
  id: string,
  result: { orderId: string; outcome: string },
): Promise<void> {
  await tx.update(paymentEvents).set(result).where(eq(paymentEvents.id, id))
}

/** False where the event came before. */
export async function recordEvent(
  orm: Orm,
  event: PaymentEvent | IgnoredEvent,
  { orderId, outcome, at }: { orderId: string | null; outcome: string; at: Date },
): Promise<boolean> {
  const details =
    'ignored' in event
      ? {}
      : {
          amountCents: event.amount,
          currency: event.currency,
          reference: event.reference,
          email: event.email,
          shippingAddress: event.address,
          occurredAt: event.occurredAt ?? at,
          objectId: event.object ?? null,
        }
  const stored = await orm
    .insert(paymentEvents)
    .values({
      id: event.id,
      provider: event.provider,
      livemode: event.livemode,
      type: event.type,
      orderId,
      ...details,
      outcome,
      reconciled: event.reconciled ?? false,
      payload: event.payload,
      receivedAt: at,
    })
    .onConflictDoNothing({ target: paymentEvents.id })
    .returning({ id: paymentEvents.id })
  return stored.length === 1
}

/** Whether the tax of a wire could be computed, as the payment page said before the money came. */
export async function taxStatusOfPage(tx: Orm, { id, payBy, withTax }: OrderRow) {
  if (payBy !== 'wire' || !withTax) return undefined
  const [page] = await rows<{ status: string | null }>(
    tx,
    sql`select payload #>> '{object,automatic_tax,status}' as status from payment_events
        where order_id = ${id} and payload #> '{object,automatic_tax}' is not null
        order by received_at desc, id limit 1`,
  )
  return page?.status
}

/**
 * What an order still needs review for, once a refund of it is made or declined. What came too late or was too
 * little for an order that ended unpaid, or was received before it was canceled, needs no look once all of it is
 * refunded [WIRE-03, TODAY-09]; a refund that failed needs none once nothing is owed [REFUND-27]. Money of another
 * currency is not in the ledger, so there a person still looks.
 */
export async function holdOnceRefunded(
  tx: Orm,
  { id, state, holdReason }: OrderRow,
  { isWhole, owed }: { isWhole: boolean; owed: Cents },
): Promise<string | null> {
  if (holdReason === null) return null
  const hasEnded = state === 'expired' || state === 'cancelled'
  if (isWhole && hasEnded && !(await hasForeignMoneyOnHold(tx, id))) return null
  return owed > 0 ? holdReason : withoutFailedRefunds(holdReason)
}

/** Whether money in another currency than US dollars waits for staff. */
async function hasForeignMoneyOnHold(tx: Orm, orderId: string): Promise<boolean> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select id from payment_events where order_id = ${orderId} and outcome = 'on hold'
        and (currency is null or lower(currency) <> 'usd') limit 1`,
  )
  return found.length > 0
}

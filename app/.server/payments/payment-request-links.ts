import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { PaymentRequestRow } from '#app/.server/payments/payment-request-token.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentRequestLinks } from '#app/.server/platform/db/draft-order-schema.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'

/** Newest first. */
export function paymentRequestLinksOf(orm: Orm, orderId: string): Promise<PaymentRequestRow[]> {
  return orm
    .select()
    .from(paymentRequestLinks)
    .where(eq(paymentRequestLinks.orderId, orderId))
    .orderBy(desc(paymentRequestLinks.madeAt), desc(paymentRequestLinks.id))
}

/** Ends the open link of an order the caller has locked; its payment page was already closed. */
export async function closeOpenLink(
  tx: Orm,
  order: OrderRow,
  { at, why }: { at: Date; why: string },
): Promise<void> {
  const isOpen = and(
    eq(paymentRequestLinks.orderId, order.id),
    isNull(paymentRequestLinks.closedAt),
  )
  await tx.update(paymentRequestLinks).set({ closedAt: at, closedWhy: why }).where(isOpen)
  await dropSession(tx, order, order.paymentSession ?? undefined)
}

/** The order no longer waits for a payment page; a later one may be opened. */
export async function dropSession(
  tx: Orm,
  order: OrderRow,
  session: string | undefined,
): Promise<OrderRow> {
  if (session === undefined || order.paymentSession !== session) return order
  const gone = { paymentSession: null, paymentUrl: null, paymentProcessingAt: null }
  await tx.update(orders).set(gone).where(eq(orders.id, order.id))
  return { ...order, ...gone }
}

/**
 * The link that was paid; an event may be faster than the answer that names its session. Any other asks for
 * a sum that is no longer due, and is closed. Once the order is paid it keeps the session: what is
 * refunded or disputed there is found by it.
 */
export async function completePaymentRequest(
  tx: Orm,
  order: OrderRow,
  { session, at }: { session: string | undefined; at: Date },
): Promise<OrderRow> {
  if (session !== undefined) {
    const isFaster = and(
      isNull(paymentRequestLinks.closedAt),
      isNull(paymentRequestLinks.session),
      isNotNull(paymentRequestLinks.attemptAt),
    )
    // The order's own end has closed its link by now.
    await tx
      .update(paymentRequestLinks)
      .set({ paidAt: at, closedAt: at, closedWhy: 'paid' })
      .where(
        and(
          eq(paymentRequestLinks.orderId, order.id),
          isNull(paymentRequestLinks.paidAt),
          or(eq(paymentRequestLinks.session, session), isFaster),
        ),
      )
  }
  if (order.state !== 'pending') return order
  await closeOpenLink(tx, order, { at, why: 'Another payment arrived.' })
  return dropSession(tx, order, order.paymentSession ?? undefined)
}

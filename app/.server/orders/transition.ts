import { eq } from 'drizzle-orm'
import { canTransition, type OrderState } from '#app/domain/orders/order-state.ts'
import type { Orm } from '../platform/db/database.ts'
import { orderHistory, orders } from '../platform/db/schema.ts'
import { queueMails } from './queue-mails.ts'

export type OrderRow = typeof orders.$inferSelect

/** Who moved an order, when and why: one row of its history. */
export type Transition = { at: Date; by: string; why: string }

/** Columns that may change along with the state. */
export type TransitionDetails = Partial<
  Pick<
    OrderRow,
    | 'email'
    | 'shippingAddress'
    | 'paymentReference'
    | 'paymentSession'
    | 'paidAt'
    | 'tracking'
    | 'refundedCents'
    | 'dispute'
    | 'disputeOccurredAt'
    | 'disputeReviewedAt'
    | 'paymentProcessingAt'
  >
>

/**
 * The one way an order changes its state: a step of the table, with its history and the mails about
 * it, inside the caller's transaction, on a row the caller has locked. A step the table lacks is a bug [ORDER-02].
 */
export async function transitionOrder(
  tx: Orm,
  order: Pick<OrderRow, 'id' | 'state' | 'createdAt'>,
  to: OrderState,
  { at, by, why }: Transition,
  details: TransitionDetails = {},
): Promise<void> {
  if (!canTransition(order.state, to)) {
    throw new RangeError(`An order that is ${order.state} cannot become ${to}`)
  }
  await tx
    .update(orders)
    .set({ ...details, state: to, updatedAt: notBefore(order.createdAt, at) })
    .where(eq(orders.id, order.id))
  await tx
    .insert(orderHistory)
    .values({ orderId: order.id, fromState: order.state, toState: to, at, by, why })
  await queueMails(tx, order.id, to, at)
}

/** Clocks of two processes may differ; an order is never changed before it was made. */
export function notBefore(earliest: Date, at: Date): Date {
  return at < earliest ? earliest : at
}

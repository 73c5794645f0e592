import { and, desc, eq, ne } from 'drizzle-orm'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import { whyNotSent } from '#app/domain/payments/sending.ts'
import type { Orm } from '../platform/db/database.ts'
import { orderHistory, orders } from '../platform/db/schema.ts'
import { AppError } from '../platform/errors.ts'
import { notBefore, type OrderRow, type Transition } from './transition.ts'

/** Which order staff do something with, and who does it: an admin's e-mail address. */
export type StaffOrder = { id: string; by: string }

/** The order, locked: of two who act at once, the second sees what the first did. */
export async function lockedForStaff(tx: Orm, id: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  if (!order) throw new AppError('order_unknown', 404, 'There is no such order.')
  return order
}

const stateWords = {
  pending: 'is still to be paid',
  paid: 'is paid',
  fulfilled: 'was marked as fulfilled',
  refunded: 'was refunded',
  expired: 'has run out',
  cancelled: 'was cancelled',
} as const satisfies Record<OrderState, string>

/** Why a step cannot be taken: what the order is, and who of the staff made it so. */
export async function wrongState(tx: Orm, order: OrderRow): Promise<AppError> {
  const { by, orderId, fromState, toState, id } = orderHistory
  const [step] = await tx
    .select({ by })
    .from(orderHistory)
    .where(and(eq(orderId, order.id), eq(toState, order.state), ne(fromState, order.state)))
    .orderBy(desc(id))
    .limit(1)
  const person = step?.by.includes('@') ? ` (by ${step.by})` : ''
  return new AppError(
    'order_moved',
    409,
    `This order ${stateWords[order.state]}${person}. Nothing was changed.`,
  )
}

/** While money is unexplained, nothing else is done with an order [ORDER-06]. */
export function refuseWhereHeld({ holdReason }: OrderRow): void {
  if (holdReason === null) return
  throw new AppError(
    'order_held',
    409,
    'This order waits for a look at its payment. Settle that first. Nothing was changed.',
  )
}

/** While its money may be taken back, or was, an order is not sent [ORDER-10]. */
export function refuseWhereDisputed(order: OrderRow): void {
  const why = whyNotSent(order)
  if (why) throw new AppError('order_disputed', 409, `${why} Nothing was changed.`)
}

/** A bank debit takes days; what is on its way pays the order or bounces by the provider's word. */
export function refuseWhereProcessing({ paymentProcessingAt }: OrderRow): void {
  if (paymentProcessingAt === null) return
  throw new AppError(
    'payment_processing',
    409,
    'The payment of this order is on its way. Wait for the payment provider’s word. Nothing was changed.',
  )
}

/** Writes into the history of an order that stays in its state, and changes columns along with it. */
export async function noteOnOrder(
  tx: Orm,
  order: OrderRow,
  { at, by, why }: Transition,
  changes: Partial<Pick<OrderRow, 'tracking' | 'holdReason' | 'disputeReviewedAt'>>,
): Promise<void> {
  await tx
    .update(orders)
    .set({ ...changes, updatedAt: notBefore(order.createdAt, at) })
    .where(eq(orders.id, order.id))
  await tx
    .insert(orderHistory)
    .values({ orderId: order.id, fromState: order.state, toState: order.state, at, by, why })
}

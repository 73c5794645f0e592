import { desc, eq } from 'drizzle-orm'
import { sendProblem } from '#app/domain/fulfillment/fulfillment-block.ts'
import type { OrderStep } from '#app/domain/fulfillment/work-status.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import { changedBy } from '#app/domain/orders/order-state.ts'
import type { AppContext } from '../app-context.ts'
import { balanceOfOrder } from '../ledger/repository.ts'
import type { Orm } from '../platform/db/database.ts'
import { type OrderRow, orderHistory } from '../platform/db/schema.ts'
import { AppError } from '../platform/errors.ts'
import { lockOrder } from './repository.ts'

/** Which order staff change, at the revision they saw, and who does it: an admin's email address. */
export type VersionedOrder = { id: string; revision: number; by: string }

/** `problem`: why nothing can be changed; in the details it is alone, for a page that only shows it. */
export const orderRefused = (
  code: string,
  problem: string,
  details: Record<string, unknown> = {},
) =>
  new AppError(code, 409, `${problem} Nothing was changed.`, { details: { ...details, problem } })

export async function lockOrderOrThrow(tx: Orm, id: string): Promise<OrderRow> {
  const order = await lockOrder(tx, id)
  if (!order) throw new AppError('order_unknown', 404, 'This order doesn’t exist.')
  return order
}

const stateLabels = {
  pending: 'hasn’t been paid yet',
  paid: 'is paid',
  fulfilled: 'was marked as fulfilled',
  refunded: 'was refunded',
  expired: 'has expired',
  cancelled: 'was canceled',
} as const satisfies Record<OrderState, string>

/** Why a step cannot be taken: what the order is, and who of the staff made it so. */
export async function wrongState(tx: Orm, order: OrderRow): Promise<AppError> {
  const history = await historyOf(tx, order)
  const step = history.find(
    ({ fromState, toState }) => toState === order.state && fromState !== toState,
  )
  const person = step?.actor === 'staff' ? ` (by ${step.by})` : ''
  return orderRefused('order_moved', `This order ${stateLabels[order.state]}${person}.`)
}

/** A change by somebody else since the screen was loaded is not overwritten. */
export async function assertNotChanged(tx: Orm, order: OrderRow, revision: number): Promise<void> {
  if (order.revision === revision) return
  const last = await lastChangeOf(tx, order)
  throw new AppError(
    'order_changed',
    409,
    `This order has changed since it was shown: ${last?.why} (by ${changedBy(last?.by ?? '')}). Nothing was changed.`,
  )
}

export async function noSuchParcel(tx: Orm, order: OrderRow): Promise<AppError> {
  if (order.state !== 'fulfilled') return wrongState(tx, order)
  return new AppError('parcel_unknown', 404, 'This package doesn’t exist. Nothing was changed.')
}

/** Who changed it last, and how. */
export async function lastChangeOf(tx: Orm, order: OrderRow) {
  const [last] = await historyOf(tx, order)
  return last
}

const stepLabels = {
  paid: 'hasn’t been started',
  making: 'is in production',
  ready: 'is ready to ship',
  sent: 'was sent',
  delivered: 'was delivered',
} as const satisfies Record<OrderStep, string>

/** A step that is missing in the table of steps [DESK-01]. */
export function stepMoved(step: OrderStep): AppError {
  return new AppError(
    'order_moved',
    409,
    `This order ${stepLabels[step]}, so this can’t be its next step. Nothing was changed.`,
  )
}

/** Newest first. */
function historyOf(tx: Orm, { id }: OrderRow) {
  return tx
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, id))
    .orderBy(desc(orderHistory.id))
}

/** While money is unexplained, nothing else is done with an order [ORDER-06]. */
export function assertNotOnHold({ holdReason }: OrderRow): void {
  if (holdReason === null) return
  throw orderRefused('order_on_hold', 'This order’s payment needs review. Resolve that first.')
}

/** A debit or wire that the bank took back pays for nothing, also after staff looked at it [BANK-07]. */
export async function assertNotReversed(tx: Orm, order: OrderRow): Promise<void> {
  const { returned, due } = await balanceOfOrder(tx, order.id)
  if (returned === 0 || due <= 0) return
  throw orderRefused(
    'payment_taken_back',
    `The bank took back ${formatCents(returned)} of this order, and ${formatCents(due)} is unpaid. It can’t ship.`,
  )
}

/**
 * An order paid only with test money, or at a price under decision, is not sent [MODE-03,
 * WITHDRAW-03].
 */
export function assertMayBeSent(order: OrderRow, { payments }: AppContext): void {
  const why = sendProblem(order, { shopIsLive: payments?.live ?? false })
  if (why) throw orderRefused('order_not_to_be_sent', why)
}

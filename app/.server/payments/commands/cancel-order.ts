import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { lockOrder } from '#app/.server/orders/repository.ts'
import {
  lockOrderForStaff,
  refuseWhereChanged,
  refuseWhereOnHold,
  type StaffOrder,
  wrongState,
} from '#app/.server/orders/staff-order.ts'
import { type OrderChange, transitionOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { canTransition, type OrderState } from '#app/domain/orders/order-state.ts'
import { withSessionClosed } from './close-checkout-session.ts'

/**
 * Cancels an order that is still to be paid; one that is past that, whose payment is on its way, or
 * that is on hold for staff stays as it is. Its checkout session is closed first. Answers the order's
 * state from now on, or null for an unknown order.
 */
export async function cancelOrder(
  app: AppContext,
  orderId: string,
  change: Omit<OrderChange, 'at'>,
): Promise<OrderState | null> {
  return withSessionClosed(app, orderId, async (tx, isClosed) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return null
    const { state, paymentProcessingAt, holdReason } = order
    if (!canTransition(state, 'cancelled') || paymentProcessingAt || holdReason) return state
    if (!isClosed(order)) return 'again'
    await transitionOrder(tx, order, 'cancelled', { at: app.now(), ...change })
    return 'cancelled'
  })
}

/**
 * Staff cancel an order that is still to be paid, with a reason [ORDER-07]; where it was paid or
 * changed meanwhile it is not canceled.
 */
export async function staffCancelOrder(
  app: AppContext,
  { id, revision, by, reason }: StaffOrder & { reason: string },
): Promise<void> {
  const cancellable = async (tx: Orm) => {
    const order = await lockOrderForStaff(tx, id)
    if (!canTransition(order.state, 'cancelled')) throw await wrongState(tx, order)
    refuseWhereOnHold(order)
    refuseWhereProcessing(order)
    await refuseWhereChanged(tx, order, revision)
    return order
  }
  await withDatabase(app, ({ orm }) => orm.transaction(cancellable))
  await withSessionClosed(app, id, async (tx, isClosed) => {
    const order = await cancellable(tx)
    if (!isClosed(order)) return 'again'
    const at = app.now()
    await transitionOrder(tx, order, 'cancelled', { at, actor: 'staff', by, why: reason })
    await recordAuditEvent(tx, {
      at,
      actor: adminActor(by),
      action: 'order.canceled',
      target: { type: 'order', id },
      facts: { number: order.number, reason },
    })
    return 'cancelled'
  })
}

/** A bank debit takes days; what is on its way pays the order or fails by the provider's event. */
function refuseWhereProcessing({ paymentProcessingAt }: OrderRow): void {
  if (paymentProcessingAt === null) return
  throw new AppError(
    'payment_processing',
    409,
    'The payment of this order is on its way. Wait for the payment provider’s word. Nothing was changed.',
  )
}

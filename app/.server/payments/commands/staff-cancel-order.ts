import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import {
  lockedForStaff,
  refuseWhereHeld,
  refuseWhereProcessing,
  type StaffOrder,
  wrongState,
} from '#app/.server/orders/staff-order.ts'
import { type OrderRow, transitionOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { closeCheckoutSession, sessionToClose } from './close-checkout-session.ts'

/**
 * Staff cancel an order that is still to be paid, with a reason [ORDER-07]. Its payment page is
 * closed first, outside the transaction; where it was paid meanwhile, the order is not cancelled.
 */
export async function staffCancelOrder(
  app: AppContext,
  { id, by, reason }: StaffOrder & { reason: string },
): Promise<void> {
  const work = <T>(doing: (tx: Orm) => Promise<T>) =>
    withDatabase(app, ({ orm }) => orm.transaction(doing))
  await work((tx) => cancellable(tx, id))
  const closed = await closeCheckoutSession(app, id)
  const at = app.now()
  const isCanceled = await work(async (tx) => {
    const order = await cancellable(tx, id)
    // The shopper was just sent to a page that this call has not closed.
    if (sessionToClose(order) !== closed) return false
    await transitionOrder(tx, order, 'cancelled', { at, by, why: reason })
    await recordAuditEvent(tx, {
      at,
      actor: adminActor(by),
      action: 'order.canceled',
      target: { type: 'order', id },
      facts: { number: order.number, reason },
    })
    return true
  })
  // An order gets one page in its life, so this happens once.
  if (!isCanceled) await staffCancelOrder(app, { id, by, reason })
}

async function cancellable(tx: Orm, id: string): Promise<OrderRow> {
  const order = await lockedForStaff(tx, id)
  if (!canTransition(order.state, 'cancelled')) throw await wrongState(tx, order)
  refuseWhereHeld(order)
  refuseWhereProcessing(order)
  return order
}

import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import {
  lastChangeOf,
  lockOrderForStaff,
  refuseWhereChanged,
  type StaffOrder,
  stepMoved,
  wrongState,
} from '#app/.server/orders/staff-order.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { StaffStep } from '#app/contracts/orders/order.ts'
import { canMove, type OrderStep } from '#app/domain/fulfillment/work-status.ts'
import { markAllDelivered } from './mark-parcel-delivered.ts'

/** As the history says it. */
const sentences: Record<StaffStep, string> = {
  paid: 'Not begun.',
  making: 'In the making.',
  ready: 'Ready to be sent.',
  sent: 'Not delivered yet.',
  delivered: 'Delivered.',
}

/**
 * Moves the work on an order to another step [DESK-01]; sending it is fulfillOrder. Neither a hold nor
 * a dispute is in the way: they keep what is made from being sent. Pressed twice it is done once.
 */
export async function changeStep(
  app: AppContext,
  { id, revision, by, to }: StaffOrder & { to: StaffStep },
): Promise<OrderRow> {
  const at = app.now()
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      if (order.step === to && (await lastChangeOf(tx, order))?.by === by) return order
      // A refunded order keeps its step; nobody works on it.
      if (order.step === null || order.state === 'refunded') throw await wrongState(tx, order)
      await refuseWhereChanged(tx, order, revision)
      if (!isMove(order.step, to)) throw stepMoved(order.step)
      const change = { at, actor: 'staff', by, why: sentences[to] } as const
      if (to === 'delivered' || order.step === 'delivered') {
        await markAllDelivered(tx, id, { at, by, delivered: to === 'delivered' })
      }
      const after = await updateOrder(tx, order, change, { step: to })
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.step_changed',
        target: { type: 'order', id },
        facts: { number: order.number, from: order.step, to },
      })
      return after
    }),
  )
}

/** Sent is what a parcel makes it; here it only undoes that it was delivered. */
function isMove(from: OrderStep, to: StaffStep): boolean {
  return canMove(from, to) && (to !== 'sent' || from === 'delivered')
}

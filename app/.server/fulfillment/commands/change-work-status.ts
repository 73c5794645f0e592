import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import {
  lastChangeOf,
  stepMoved,
  type VersionedOrder,
  wrongState,
} from '#app/.server/orders/order-checks.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import type { StaffStep } from '#app/contracts/orders/order.ts'
import { canMove, type OrderStep } from '#app/domain/fulfillment/work-status.ts'
import { deletePickup } from '../pickup.ts'
import { markAllDelivered } from './mark-parcel-delivered.ts'

/** As the history says it. */
const sentences: Record<StaffStep, string> = {
  paid: 'Not started.',
  making: 'In production.',
  ready: 'Ready to ship.',
  sent: 'Not delivered yet.',
  delivered: 'Delivered.',
}

/**
 * Moves the work on an order to another step [DESK-01]; sending it is recordShipment. Neither a hold nor
 * a dispute is in the way: they keep what is made from being sent. Pressed twice it is done once.
 */
export function changeStep(
  app: AppContext,
  { to, ...request }: VersionedOrder & { to: StaffStep },
): Promise<OrderRow> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    if (order.step === to && (await lastChangeOf(tx, order))?.by === by) return order
    // A refunded order keeps its step; nobody works on it.
    if (order.step === null || order.state === 'refunded') throw await wrongState(tx, order)
    await assertUnchanged()
    if (!isMove(order.step, to)) throw stepMoved(order.step)
    if (to === 'delivered' || order.step === 'delivered') {
      await markAllDelivered(tx, order.id, { at, by, delivered: to === 'delivered' })
    }
    if (order.step === 'ready') await deletePickup(tx, order.id, at)
    return save({
      why: sentences[to],
      columns: { step: to },
      audit: { action: 'order.step_changed', facts: { from: order.step, to } },
    })
  })
}

/** Sent is what a parcel makes it; here it only undoes that it was delivered. */
function isMove(from: OrderStep, to: StaffStep): boolean {
  return canMove(from, to) && (to !== 'sent' || from === 'delivered')
}

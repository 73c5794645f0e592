import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { refuseWhereHeldBack } from '../holds.ts'
import {
  lockOrderForStaff,
  refuseWhereChanged,
  refuseWhereNotToBeSent,
  refuseWhereOnHold,
  refuseWhereTakenBack,
  type StaffOrder,
  wrongState,
} from '../staff-order.ts'
import { transitionOrder, updateOrder } from '../transition.ts'

const sanctionsCompared = 'The recipient was compared with the sanctions lists.'

/**
 * A paid order was sent, and how it is followed [ORDER-07]. Whoever says so has compared the recipient
 * with the sanctions lists before, which the history keeps with name and time [PRIVACY-04]. Pressed twice
 * it is done once: the same tracking again changes nothing.
 */
export async function fulfillOrder(
  app: AppContext,
  { id, revision, by, tracking }: StaffOrder & { tracking: string; sanctions: 'yes' },
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      if (order.state === 'fulfilled' && order.tracking === tracking) return
      if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
      refuseWhereOnHold(order)
      refuseWhereNotToBeSent(order, app)
      await refuseWhereTakenBack(tx, order)
      await refuseWhereHeldBack(tx, order)
      await refuseWhereChanged(tx, order, revision)
      const why = `${sanctionsCompared} Sent. Tracking: ${tracking}`
      const change = { at, actor: 'staff', by, why } as const
      await transitionOrder(tx, order, 'fulfilled', change, { tracking })
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.fulfilled',
        target: { type: 'order', id },
        facts: { number: order.number, tracking },
      })
    }),
  )
}

/** Corrects the tracking of an order that was sent; with `mail` the buyer gets it [MAIL-06]. */
export async function correctTracking(
  app: AppContext,
  { id, revision, by, tracking, mail }: StaffOrder & { tracking: string; mail: boolean },
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      if (order.state !== 'fulfilled') throw await wrongState(tx, order)
      if (order.tracking === tracking) return
      await refuseWhereChanged(tx, order, revision)
      const why = `Tracking corrected from ${order.tracking ?? 'none'} to ${tracking}`
      const change = { at, actor: 'staff', by, why } as const
      // Each correction is an occasion of its own: a wrong one may be mailed, then the right one.
      const about = { about: 'tracking corrected', occasion: randomUUID() } as const
      await updateOrder(tx, order, change, { tracking }, mail ? about : null)
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.tracking_corrected',
        target: { type: 'order', id },
        facts: { number: order.number, from: order.tracking, to: tracking },
      })
    }),
  )
}

import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { queueMails } from '../queue-mails.ts'
import {
  lockedForStaff,
  noteOnOrder,
  refuseWhereDisputed,
  refuseWhereHeld,
  type StaffOrder,
  wrongState,
} from '../staff-order.ts'
import { transitionOrder } from '../transition.ts'

/**
 * A paid order has left the house, and how it is followed [ORDER-07]. Pressed twice it is done once:
 * the same tracking again changes nothing. Whoever comes second with another is told.
 */
export async function fulfillOrder(
  app: AppContext,
  { id, by, tracking }: StaffOrder & { tracking: string },
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockedForStaff(tx, id)
      if (order.state === 'fulfilled' && order.tracking === tracking) return
      if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
      refuseWhereHeld(order)
      refuseWhereDisputed(order)
      const why = `Sent. Tracking: ${tracking}`
      await transitionOrder(tx, order, 'fulfilled', { at, by, why }, { tracking })
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

/**
 * Corrects the tracking of an order that was sent; `was` is the one the screen showed. With `mail`
 * the buyer gets the corrected one [MAIL-06].
 */
export async function correctTracking(
  app: AppContext,
  { id, by, tracking, was, mail }: StaffOrder & { tracking: string; was: string; mail: boolean },
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockedForStaff(tx, id)
      if (order.state !== 'fulfilled') throw await wrongState(tx, order)
      if (order.tracking === tracking) return
      if ((order.tracking ?? '') !== was) {
        throw new AppError(
          'tracking_changed',
          409,
          `Somebody else changed the tracking meanwhile. It is now: ${order.tracking}. Nothing was changed.`,
        )
      }
      const why = `Tracking corrected from ${order.tracking ?? 'none'} to ${tracking}`
      await noteOnOrder(tx, order, { at, by, why }, { tracking })
      // Each correction is an occasion of its own: a wrong one may be mailed, then the right one.
      if (mail) await queueMails(tx, id, 'tracking corrected', at, randomUUID())
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

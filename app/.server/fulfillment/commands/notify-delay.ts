import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { shopDay } from '#app/.server/orders/queries/work.ts'
import {
  lockOrderForStaff,
  refuseWhereChanged,
  refuseWhereNotToBeSent,
  refuseWhereOnHold,
  type StaffOrder,
  wrongState,
} from '#app/.server/orders/staff-order.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import { delayNotices } from '#app/.server/platform/db/delay-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { answerBy, whyNotRevised } from '#app/domain/fulfillment/delay.ts'
import { type Day, formatDay } from '#app/domain/fulfillment/ship-by-calendar.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { decideDelay, delayedOrder, delaysOfOrder, refuseWhereCanceled } from '../delays.ts'

const refused = (sentence: string) =>
  new AppError('delay_refused', 409, `${sentence} Nothing was changed.`)

/**
 * Tells the buyer of a paid order that it is sent later than promised [DELAY-02, DELAY-03]: the day moves,
 * the notice is kept, and its mail is queued. Pressed twice it is done once. A buyer without an email
 * address has agreed by phone, as the form says: the notice is kept with that answer [DELAY-08].
 */
export async function notifyDelay(
  app: AppContext,
  { id, revision, by, shipBy, reason }: StaffOrder & { shipBy: Day; reason: string },
): Promise<'mailed' | 'agreed'> {
  const at = app.now()
  const today = shopDay(at)
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      const done = order.email === null ? 'agreed' : 'mailed'
      const delays = await delaysOfOrder(tx, id)
      const last = delays.at(-1)
      const isRepeat = order.revision !== revision && last?.by === by && last.newShipBy === shipBy
      if (isRepeat && last.reason === reason) return done
      if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
      refuseWhereOnHold(order)
      refuseWhereNotToBeSent(order, app)
      await refuseWhereCanceled(tx, order)
      await refuseWhereChanged(tx, order, revision)
      if (order.dispute === 'open') {
        throw refused('The buyer’s bank disputes this payment, so nothing of it is sent for now.')
      }
      const delayed = delayedOrder(order, delays)
      if (!delayed) throw refused('This order has no day to be sent by.')
      const problem = whyNotRevised(delayed, shipBy, today)
      if (problem) {
        const details = { errors: { shipBy: problem } }
        throw new AppError('delay_refused', 400, `${problem} Nothing was changed.`, { details })
      }
      if (last && last.decision === null) {
        await decideDelay(tx, last.id, { decision: 'replaced', at, by })
      }
      const until = done === 'agreed' ? null : answerBy(delayed, shipBy, today)
      const notice = randomBytes(16).toString('base64url')
      await tx.insert(delayNotices).values({
        id: notice,
        orderId: id,
        nth: delays.length + 1,
        oldShipBy: delayed.shipBy,
        newShipBy: shipBy,
        reason,
        answerBy: until,
        at,
        by,
      })
      if (done === 'agreed') {
        await decideDelay(tx, notice, { decision: 'kept', at, by, note: 'agreed by phone' })
      }
      const silence = until
        ? `Canceled unless the buyer agrees by ${formatDay(until)}.`
        : 'Kept unless the buyer cancels.'
      const days = `to be sent by ${formatDay(shipBy)} instead of ${formatDay(delayed.shipBy)}. ${reason}`
      const why =
        done === 'agreed'
          ? `The buyer agreed by phone to a delay: ${days}`
          : `The buyer is told of a delay: ${days} ${silence}`
      const change = { at, actor: 'staff', by, why } as const
      const mail = { about: 'delayed', occasion: notice } as const
      await updateOrder(tx, order, change, { shipBy }, done === 'agreed' ? null : mail)
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.delay_told',
        target: { type: 'order', id },
        facts: { number: order.number, from: delayed.shipBy, to: shipBy, reason },
      })
      return done
    }),
  )
}

/** Staff write down that the buyer agreed, by telephone or mail [DELAY-06]. */
export async function recordAgreement(
  app: AppContext,
  { id, revision, by, reason }: StaffOrder & { reason: string },
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      const last = (await delaysOfOrder(tx, id)).at(-1)
      const isRepeat = last?.decision === 'kept' && last.decidedBy === by
      if (isRepeat && last.decisionNote === reason) return
      if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
      await refuseWhereCanceled(tx, order)
      await refuseWhereChanged(tx, order, revision)
      if (!last || last.decision !== null) {
        throw refused('No answer to a notice of a delay is awaited.')
      }
      await decideDelay(tx, last.id, { decision: 'kept', at, by, note: reason })
      const why = `The buyer agrees to the delay until ${formatDay(last.newShipBy)}: ${reason}`
      await updateOrder(tx, order, { at, actor: 'staff', by, why }, {})
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.delay_agreed',
        target: { type: 'order', id },
        facts: { number: order.number, reason },
      })
    }),
  )
}

import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import {
  assertMayBeSent,
  assertNotOnHold,
  type VersionedOrder,
  wrongState,
} from '#app/.server/orders/order-checks.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { delayNotices } from '#app/.server/platform/db/delay-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { delayDateProblem, respondBy } from '#app/domain/fulfillment/delay.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { type Day, formatDay } from '#app/domain/time/day.ts'
import { assertNotCanceled, decideDelay, delayedOrder, delaysOfOrder } from '../delays.ts'

const refused = (message: string) =>
  new AppError('delay_refused', 409, `${message} Nothing was changed.`)

/**
 * Tells the buyer of a paid order that it is sent later than promised [DELAY-02, DELAY-03]: the day moves,
 * the notice is kept, and its email is queued. Pressed twice it is done once. A buyer without an email
 * address has agreed by phone, as the form says: the notice is kept with that answer [DELAY-08].
 */
export function notifyDelay(
  app: AppContext,
  { shipBy, reason, ...request }: VersionedOrder & { shipBy: Day; reason: string },
): Promise<'mailed' | 'agreed'> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    const { id } = order
    const today = shopDay(at)
    const done: 'mailed' | 'agreed' = order.email === null ? 'agreed' : 'mailed'
    const delays = await delaysOfOrder(tx, id)
    const last = delays.at(-1)
    const isRepeat =
      order.revision !== request.revision && last?.by === by && last.newShipBy === shipBy
    if (isRepeat && last.reason === reason) return done
    if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
    assertNotOnHold(order)
    assertMayBeSent(order, app)
    await assertNotCanceled(tx, order)
    await assertUnchanged()
    if (order.dispute === 'open') {
      throw refused('The buyer’s bank is disputing this payment, so nothing ships for now.')
    }
    const delayed = delayedOrder(order, delays)
    if (!delayed) throw refused('This order has no ship-by date.')
    const problem = delayDateProblem(delayed, shipBy, today)
    if (problem) {
      const details = { errors: { shipBy: problem } }
      throw new AppError('delay_refused', 400, `${problem} Nothing was changed.`, { details })
    }
    if (last && last.decision === null) {
      await decideDelay(tx, last.id, { decision: 'replaced', at, by })
    }
    const until = done === 'agreed' ? null : respondBy(delayed, shipBy, today)
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
      ? `Will be canceled unless the buyer agrees by ${formatDay(until)}.`
      : 'Will be kept unless the buyer cancels.'
    const days = `new ship date ${formatDay(shipBy)} (was ${formatDay(delayed.shipBy)}).`
    await save({
      why:
        done === 'agreed'
          ? `Buyer agreed by phone to a delay: ${days} Reason: ${reason}`
          : `Buyer notified of a delay: ${days} ${silence} Reason: ${reason}`,
      columns: { shipBy },
      email: done === 'agreed' ? null : { about: 'delayed', occasion: notice },
      audit: {
        action: 'order.delay_told',
        facts: { from: delayed.shipBy, to: shipBy, reason },
      },
    })
    return done
  })
}

/** Staff write down that the buyer agreed, by telephone or email [DELAY-06]. */
export function recordAgreement(
  app: AppContext,
  { reason, ...request }: VersionedOrder & { reason: string },
): Promise<void> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    const last = (await delaysOfOrder(tx, order.id)).at(-1)
    const isRepeat = last?.decision === 'kept' && last.decidedBy === by
    if (isRepeat && last.decisionNote === reason) return
    if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
    await assertNotCanceled(tx, order)
    await assertUnchanged()
    if (!last || last.decision !== null) {
      throw refused('No delay notice is waiting for an answer.')
    }
    await decideDelay(tx, last.id, { decision: 'kept', at, by, note: reason })
    await save({
      why: `The buyer agreed to the delay until ${formatDay(last.newShipBy)}: ${reason}`,
      audit: { action: 'order.delay_agreed', facts: { reason } },
    })
  })
}

import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import { type Tracked, trackingText } from '#app/domain/fulfillment/parcel.ts'
import { formatScale, type Milligrams } from '#app/domain/money/grams.ts'
import {
  canReturn,
  formatDifference,
  isWithin,
  type ReturnState,
  sentWeights,
  weightDifference,
} from '#app/domain/returns/return.ts'
import {
  assertNotMoved,
  moveReturn,
  type OrderReturn,
  piecesText,
  returnOfOrder,
  storeWeights,
} from '../returns.ts'

/** Which return of which order, at the revision the screen showed. */
export type StaffReturn = VersionedOrder & { returnId: string }

type Step = {
  to: ReturnState
  columns: Parameters<typeof moveReturn>[3]
  /** For the history and the audit log. */
  why: string
  email?: 'return accepted' | 'return received' | 'return refused'
}

/**
 * What staff do with a return, under the lock of its order [RETURN-01, RETURN-06]: pressed twice by one
 * person it is done once, and of two people the second is told who was first. Most of it is one step.
 */
function step(
  app: AppContext,
  { returnId, ...request }: StaffReturn,
  plan: (tx: Orm, found: OrderReturn) => Promise<Step | readonly Step[] | null>,
): Promise<void> {
  return changeOrder(app, request, async ({ tx, order, assertUnchanged, save }) => {
    const found = await returnOfOrder(tx, order.id, returnId)
    const planned = await plan(tx, found)
    if (planned === null) return
    let now = found
    for (const { to, columns, why, email } of [planned].flat()) {
      assertNotMoved(now, to)
      await assertUnchanged()
      await moveReturn(tx, now, to, columns)
      // Where no email address is known, staff tell the buyer themselves, as the page says.
      const about = email ? { about: email, occasion: returnId } : null
      await save({
        why,
        email: about,
        audit: { action: 'order.return_moved', facts: { to, what: why } },
      })
      now = { ...now, state: to }
    }
  })
}

export function acceptReturn(
  app: AppContext,
  { instructions, ...asked }: StaffReturn & { instructions: string },
): Promise<void> {
  const { by } = asked
  return step(app, asked, async (tx, found) => {
    if (found.state === 'accepted' && found.acceptedBy === by) return null
    const pieces = await piecesText(tx, found.orderId, found.pieces)
    return {
      to: 'accepted',
      columns: { acceptedAt: app.now(), acceptedBy: by, instructions },
      why: `Return approved: ${pieces}.`,
      email: 'return accepted',
    }
  })
}

/** `again`: how pieces that were here go to the buyer again. */
export function refuseReturn(
  app: AppContext,
  { reason, again, ...asked }: StaffReturn & { reason: string; again: Tracked | null },
): Promise<void> {
  const { by } = asked
  return step(app, asked, async (tx, found) => {
    if (found.state === 'refused' && found.closedBy === by) return null
    const pieces = await piecesText(tx, found.orderId, found.pieces)
    const goes = again ? ` They’re going back to the buyer: ${trackingText(again)}.` : ''
    return {
      to: 'refused',
      columns: {
        closedAt: app.now(),
        closedBy: by,
        closedWhy: reason,
        ...(again && { againCarrier: again.carrier, againTracking: again.tracking }),
      },
      why: `Return declined: ${pieces}. ${reason}${goes}`,
      email: 'return refused',
    }
  })
}

/** Ends it without a refund and without an email: it never came, was exchanged, or was refunded otherwise. */
export function callOffReturn(
  app: AppContext,
  { reason, ...asked }: StaffReturn & { reason: string },
): Promise<void> {
  const { by } = asked
  return step(app, asked, async (tx, found) => {
    if (found.state === 'called off' && found.closedBy === by) return null
    const pieces = await piecesText(tx, found.orderId, found.pieces)
    return {
      to: 'called off',
      columns: { closedAt: app.now(), closedBy: by, closedWhy: reason },
      why: `Return closed without a refund: ${pieces}. ${reason}`,
    }
  })
}

export function receiveReturn(app: AppContext, request: StaffReturn): Promise<void> {
  const { by } = request
  return step(app, request, async (tx, found) => {
    if (found.state === 'received' && found.receivedBy === by) return null
    return arrival(app, tx, found, by)
  })
}

async function arrival(app: AppContext, tx: Orm, found: OrderReturn, by: string): Promise<Step> {
  return {
    to: 'received',
    columns: { receivedAt: app.now(), receivedBy: by },
    why: `Return received: ${await piecesText(tx, found.orderId, found.pieces)}.`,
    email: 'return received',
  }
}

/**
 * What each line weighs, beside what it weighed when it was sent, or was sold as [RETURN-03, WEIGH-10]. Off
 * by more than the tolerance it is kept with a note of why; what that leads to is decided with the refund.
 * What is on the scale is here: a return that was not received yet is, in the same step [RETURN-16].
 */
export function weighReturn(
  app: AppContext,
  {
    weights,
    note,
    ...asked
  }: StaffReturn & { weights: readonly { line: number; weighed: Milligrams }[]; note: string },
): Promise<void> {
  const { by } = asked
  return step(app, asked, async (tx, found) => {
    const isSame = found.pieces.every(
      (each) => weights.find(({ line }) => line === each.line)?.weighed === each.weighedMg,
    )
    if (found.state === 'weighed' && found.weighedBy === by && isSame && found.weightNote === note)
      return null
    const { tolerance } = await returnTermsSetting.stored(tx)
    const lines = await linesOfOrder(tx, found.orderId)
    const sent = (await weighedItemsOf(tx, found.orderId)).filter(
      ({ parcelId }) => parcelId !== null,
    )
    const weighed = found.pieces.map(({ line, quantity }) => {
      const sold = lines.find(({ position }) => position === line)
      const scale = weights.find((each) => each.line === line)?.weighed
      if (!sold || scale === undefined) {
        throw refused('Please weigh each line of the return.', `grams-${line}`)
      }
      const actual = sent.filter((each) => each.line === line).map((each) => each.actual)
      const sentMg = sentWeights(sold.weightMg as Milligrams, quantity, actual)
      const difference = weightDifference(sentMg, scale)
      const words = `${quantity} × ${sold.name}, ${sold.size}: ${formatScale(scale)}, ${formatDifference(difference)}`
      return { line, weighed: scale, words, fits: isWithin(difference, tolerance) }
    })
    const off = weighed.find(({ fits }) => !fits)
    if (off && note === '') {
      throw refused(
        `${off.words}. That is more than ${formatScale(tolerance)} off: check the scale again, or add a note explaining it.`,
        'note',
      )
    }
    const arrives = canReturn(found.state, 'received')
    if (!arrives) assertNotMoved(found, 'weighed')
    await storeWeights(tx, found.id, weighed)
    const weighing: Step = {
      to: 'weighed',
      columns: { weighedAt: app.now(), weighedBy: by, weightNote: note },
      why: `Return weighed. ${weighed.map(({ words }) => words).join('; ')}.${note && ` ${note}`}`,
    }
    return arrives ? [await arrival(app, tx, found, by), weighing] : weighing
  })
}

function refused(message: string, field: string): AppError {
  const details = { errors: { [field]: message } }
  return new AppError('return_refused', 400, `${message} Nothing was changed.`, { details })
}

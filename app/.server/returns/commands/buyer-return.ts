import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type Tracked, trackingText } from '#app/domain/fulfillment/parcel.ts'
import { canReturn, isOnItsWay } from '#app/domain/returns/return.ts'
import { moveReturn, type OrderReturn, piecesText, returnOfOrder } from '../returns.ts'
import { changeOwnOrder, type OwnOrder } from './open-return.ts'

type BuyersReturn = OwnOrder & { id: string }

const refused = (message: string) =>
  new AppError('return_refused', 409, `${message} Nothing was changed.`)

/** `run` gives the sentence for the history; null if there is nothing to do. */
function change(
  app: AppContext,
  { id, ...asked }: BuyersReturn,
  run: (tx: Orm, found: OrderReturn) => Promise<string | null>,
): Promise<void> {
  return changeOwnOrder(app, asked, async ({ tx, order, save }) => {
    const why = await run(tx, await returnOfOrder(tx, order.id, id))
    if (why) await save({ why })
  })
}

/** The buyer has sent the pieces; a number is not needed, and may be corrected until they are here. */
export async function notifyReturnSent(
  app: AppContext,
  { parcel, ...asked }: BuyersReturn & { parcel: Tracked | null },
): Promise<void> {
  await change(app, asked, async (tx, found) => {
    const isSame =
      found.tracking === (parcel?.tracking ?? '') && found.carrier === (parcel?.carrier ?? null)
    if (found.state === 'sent back' && isSame) return null
    if (!canReturn(found.state, 'sent back')) {
      const notYet =
        'We have not answered your question yet. Please wait for our email before you ship it.'
      throw refused(
        found.state === 'asked' ? notYet : 'We already have this return, or it has ended.',
      )
    }
    await moveReturn(tx, found, 'sent back', {
      sentBackAt: app.now(),
      carrier: parcel?.carrier ?? null,
      tracking: parcel?.tracking ?? '',
    })
    const pieces = await piecesText(tx, found.orderId, found.pieces)
    const how = parcel ? ` Tracking: ${trackingText(parcel)}` : ''
    return `The buyer has sent back ${pieces}.${how}`
  })
}

/** The buyer keeps the pieces after all, while they are not here. */
export async function callOffOwnReturn(app: AppContext, request: BuyersReturn): Promise<void> {
  await change(app, request, async (tx, found) => {
    if (found.state === 'called off') return null
    if (!isOnItsWay(found.state)) throw refused('We already have this return, or it has ended.')
    const at = app.now()
    const by = 'the buyer'
    await moveReturn(tx, found, 'called off', { closedAt: at, closedBy: by })
    return `The buyer is keeping ${await piecesText(tx, found.orderId, found.pieces)}.`
  })
}

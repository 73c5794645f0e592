import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder, changeOrderAs, type LockedOrder } from '#app/.server/orders/change-order.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { isConfirmed } from '#app/.server/orders/order-link.ts'
import { findOrder, isToken } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { formatPieces, type Pieces } from '#app/domain/fulfillment/parcel.ts'
import {
  customMessage,
  finalSaleMessage,
  tooLateMessage,
} from '#app/domain/returns/last-return-day.ts'
import { returnProblem } from '#app/domain/returns/return.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { type Returnable, type ReturnablePiece, returnableOf } from '../returnable.ts'
import { insertReturn, returnsOfOrder } from '../returns.ts'

const refused = (message: string, errors: Record<string, string> = {}) =>
  new AppError('return_refused', 409, `${message} Nothing was changed.`, { details: { errors } })

export type RequestedReturn = {
  /** Of the form: pressed twice, it is one return. */
  key: string
  revision: number
  pieces: readonly Pieces[]
  reason: string
}

/** By its unguessable token, and the proof that the page was opened by the email. */
export type OwnOrder = { token: string; confirmed: string | null }

/** What the buyer's part of the history is signed with. */
const buyerOnPage = { actor: 'shopper', by: 'the buyer, on the order page' } as const

/**
 * A buyer asks to return pieces, on the page that an email to the order's address opened [RETURN-05]. Staff
 * decide. Within the time of the terms, and of pieces that were not made for this buyer.
 */
export function requestReturn(app: AppContext, request: RequestedReturn & OwnOrder): Promise<void> {
  return changeOwnOrder(app, request, async ({ tx, order, at, save }) => {
    if (await wasRequested(tx, order, request.key)) return
    assertNotChangedForBuyer(order, request.revision)
    if (order.dispute === 'open') {
      throw refused(
        `Your bank is looking into this payment. Please write to ${brand.email} about a return.`,
      )
    }
    const found = await returnableOf(tx, order, at)
    const pieces = takenFrom(found, order, request.pieces)
    const custom = pieces.find(({ isCustom }) => isCustom)
    if (custom) throw refused(`${nameOf(custom)}: ${customMessage(brand.email)}`)
    const final = pieces.find(({ isFinal }) => isFinal)
    if (final) throw refused(`${nameOf(final)}: ${finalSaleMessage(brand.email)}`)
    const late = pieces.find(({ isLate }) => isLate)
    if (late) throw refused(`${nameOf(late)}: ${tooLateMessage(late.lastDay, brand.email)}`)
    const id = randomUUID()
    await insertReturn(tx, {
      ...{ id, orderId: order.id, key: request.key, state: 'asked' },
      ...{ askedAt: at, reason: request.reason, pieces: request.pieces },
    })
    await save({
      why: `The buyer asked to return ${formatPieces(request.pieces, found.lines).join('; ')}.`,
      email: { about: 'return asked', occasion: id },
    })
  })
}

/** Changes the order of a page that its buyer opened by the email; any other link is refused. */
export async function changeOwnOrder(
  app: AppContext,
  { token, confirmed }: OwnOrder,
  work: (locked: LockedOrder) => Promise<void>,
): Promise<void> {
  const order = isToken(token)
    ? await withDatabase(app, ({ orm }) => findOrder(orm, 'token', token))
    : null
  if (!order) throw new AppError('order_unknown', 404, 'This order doesn’t exist.')
  if (isConfirmed(app, order.id, confirmed)) {
    return changeOrderAs(app, { id: order.id, ...buyerOnPage }, work)
  }
  throw new AppError(
    'link_ended',
    403,
    'The link in the email has expired; it works for an hour. Please request a new one. Nothing was changed.',
  )
}

/** What happened since is checked first: in another tab, or by the shop. */
function assertNotChangedForBuyer(order: OrderRow, revision: number): void {
  if (order.revision === revision) return
  throw new AppError(
    'order_changed',
    409,
    'Something about this order has changed since you opened this page. Please check it again. Nothing was changed.',
  )
}

async function wasRequested(tx: Orm, order: OrderRow, key: string): Promise<boolean> {
  return (await returnsOfOrder(tx, order.id)).some((each) => each.key === key)
}

const nameOf = ({ name, size }: Pick<ReturnablePiece, 'name' | 'size'>) => `${name}, ${size}`

/** The lines that are asked for, of those that can come back. */
function takenFrom(
  { lines, pieces, wasSent }: Returnable,
  order: OrderRow,
  asked: readonly Pieces[],
): ReturnablePiece[] {
  if (order.state === 'refunded') throw refused('This order was already refunded.')
  if (!wasSent) throw refused('This order hasn’t shipped yet, so there’s nothing to return.')
  const problem = returnProblem(lines, pieces, asked)
  if (problem) throw refused(problem)
  return pieces.filter(({ line }) => asked.some((each) => each.line === line))
}

/**
 * Staff open a return for a buyer who called or wrote, and so accept it [RETURN-05]. What the terms would
 * not take back they take by name, with the reason.
 */
export function openReturn(
  app: AppContext,
  {
    exception,
    instructions,
    ...asked
  }: VersionedOrder & RequestedReturn & { exception: string; instructions: string },
): Promise<void> {
  return changeOrder(app, asked, async ({ tx, order, at, by, assertUnchanged, save }) => {
    if (await wasRequested(tx, order, asked.key)) return
    await assertUnchanged()
    const found = await returnableOf(tx, order, at)
    const pieces = takenFrom(found, order, asked.pieces)
    const against = pieces.flatMap((piece) => whyAgainstTerms(piece) ?? []).join(' ')
    if (against && exception === '') {
      throw refused(`${against} Give the reason you’re approving it anyway.`, {
        exception: against,
      })
    }
    const returnId = randomUUID()
    const taken = against ? exception : ''
    await insertReturn(tx, {
      ...{ id: returnId, orderId: order.id, key: asked.key, state: 'accepted', instructions },
      ...{ askedBy: by, askedAt: at, acceptedBy: by, acceptedAt: at },
      ...{ reason: asked.reason, exception: taken, pieces: asked.pieces },
    })
    const what = formatPieces(asked.pieces, found.lines).join('; ')
    const beside = taken && ` Exception to the terms: ${taken}`
    await save({
      why: `Return opened and approved: ${what}.${beside}`,
      // Where no email address is known, staff tell the buyer themselves, as the page says.
      email: { about: 'return accepted', occasion: returnId },
      audit: {
        action: 'order.return_opened',
        facts: { pieces: what, ...(taken && { exception: taken }) },
      },
    })
  })
}

/** Why the terms would not take it back; null where they do. */
function whyAgainstTerms({
  isCustom,
  isFinal,
  isLate,
  lastDay,
  ...piece
}: ReturnablePiece): string | null {
  if (isCustom) return `${nameOf(piece)} was made for this buyer.`
  if (isFinal) return `${nameOf(piece)} was a final sale.`
  return isLate ? `The return window for ${nameOf(piece)} ended on ${formatDay(lastDay)}.` : null
}

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Issuing, issueDue, issuingIfReadable } from '#app/.server/certificates/issue.ts'
import { changeOrder, changeOrderIn, type LockedByStaff } from '#app/.server/orders/change-order.ts'
import { noSuchParcel, type VersionedOrder, wrongState } from '#app/.server/orders/order-checks.ts'
import {
  insertParcel,
  parcelsOfOrder,
  piecesToSendOf,
  refuseNumberOfAnother,
} from '#app/.server/orders/parcels.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import {
  putIntoParcel,
  type WeighedItem,
  weighedForParcel,
} from '#app/.server/orders/weighed-items.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { parcels } from '#app/.server/platform/db/fulfillment-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { Carrier } from '#app/domain/fulfillment/carrier.ts'
import {
  countPieces,
  handedOver,
  isTakenAlong,
  type Pieces,
  packingProblem,
  piecesLeft,
  piecesValue,
  signatureAbove,
  trackingText,
} from '#app/domain/fulfillment/parcel.ts'
import { isPickup } from '#app/domain/fulfillment/pickup.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { assertMayLeave } from '../may-leave.ts'
import { takeLabel } from '../shipping-labels.ts'

const sanctionsCompared = 'Recipient screened against sanctions lists.'

/** What may be said of a parcel, and what holds where it is not. */
type ParcelDetails = {
  /** A way other than the carriers the shop knows. */
  carrier?: Carrier
  /** Everything that is still here. */
  pieces?: readonly Pieces[]
  /** The price of its pieces. */
  declared?: Cents
  /** By its value: above `signatureAbove`. */
  signature?: boolean
  insurer?: string
  policy?: string
  /** Whether nothing more of the order is sent, although pieces are left: false. */
  isLast?: boolean
}

/** Where a number was typed its form was checked: `checkTracking`. */
type Sending = VersionedOrder & { tracking: string } & ParcelDetails &
  // The buyer is there in person: there is no address to check against the sanctions lists.
  (
    | { sanctions: 'yes'; isHandedOver?: false }
    // `pickedUp`: how staff know that it is the buyer who picks it up.
    | { isHandedOver: true; isAtSale?: true; pickedUp?: string }
  )

type BeforeSent = (tx: Orm, order: OrderRow, items: readonly WeighedItem[]) => Promise<void>

/**
 * A parcel of a paid order was sent, and how it is followed [ORDER-07, PARCEL-01]. The order is sent
 * when nothing of it is left, and stays to be done until then. The person who says so has compared
 * the recipient with the sanctions lists before, which the history keeps with name and time
 * [PRIVACY-04], and has weighed each piece of it [WEIGH-01].
 * Pressed twice it is done once: the same tracking again changes nothing. What its pieces still wait for
 * before they leave is done by `beforeSent`.
 */
export async function recordShipment(
  app: AppContext,
  sending: Sending,
  beforeSent: BeforeSent = async () => {},
): Promise<'sent' | 'part'> {
  const issuing = await withDatabase(app, () => issuingIfReadable(app, sending.id))
  return changeOrder(app, sending, (locked) => send(app, locked, sending, { issuing, beforeSent }))
}

/**
 * The buyer takes all of an order along as it is paid, also where an address is known: no day to ship it by
 * applies [SALE-27]. In the caller's transaction, which issues certificates once it is committed.
 */
export async function handOverAtSale(
  tx: Orm,
  app: AppContext,
  request: { id: string; by: string },
): Promise<void> {
  await changeOrderIn(tx, app, request, (locked) => {
    const { revision } = locked.order
    const sending = { ...request, revision, ...handedOver, isAtSale: true } as const
    return send(app, locked, sending, { issuing: null, beforeSent: async () => {} })
  })
}

async function send(
  app: AppContext,
  { tx, order, at, by, assertUnchanged, save }: LockedByStaff,
  sending: Sending,
  { issuing, beforeSent }: { issuing: Issuing | null; beforeSent: BeforeSent },
): Promise<'sent' | 'part'> {
  const { id, carrier = 'other', tracking, isHandedOver = false } = sending
  const isAtSale = 'isAtSale' in sending
  const sent = await parcelsOfOrder(tx, id)
  const same = sent.find((one) => one.tracking === tracking && one.carrier === carrier)
  const isRepeat = order.state === 'fulfilled' || order.revision !== sending.revision
  if (same?.sentBy === by && isRepeat) return order.state === 'fulfilled' ? 'sent' : 'part'
  if (same && carrier !== 'other') throw usedBefore()
  if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
  await assertMayLeave(tx, app, order)
  await assertUnchanged()
  const pickedUp = 'pickedUp' in sending ? sending.pickedUp : undefined
  if (isPickup(order) && !isAtSale) {
    if (pickedUp === undefined) throw toBePickedUp()
  } else if (isHandedOver && !isAtSale && !isTakenAlong(order.origin, order.shippingAddress))
    throw toBeSent()
  await refuseNumberOfAnother(tx, order, { carrier, tracking }, at)
  const fromLabel = await takeLabel(tx, id, { carrier, tracking })
  const lines = await packedLines(tx, id)
  const left = piecesLeft(
    lines,
    sent.flatMap(({ pieces }) => pieces),
  )
  const pieces = sending.pieces ?? (await piecesToSendOf(tx, id, lines, sent))
  const problem = packingProblem(lines, left, pieces)
  if (problem) throw new AppError('not_packed', 409, `${problem} Nothing was changed.`)
  const items = await weighedForParcel(tx, id, lines, pieces)
  await beforeSent(tx, order, items)
  const declared = sending.declared ?? piecesValue(lines, pieces)
  const parcel = await insertParcel(tx, id, {
    carrier,
    tracking,
    declaredCents: declared,
    signature: sending.signature ?? declared > signatureAbove,
    insurer: sending.insurer ?? '',
    policy: sending.policy ?? '',
    weighedMg: items.reduce((sum, { actual }) => sum + actual, 0),
    sentAt: at,
    sentBy: by,
    pieces,
  })
  if (isHandedOver) {
    const delivered = { deliveredAt: at, deliveredBy: by }
    await tx.update(parcels).set(delivered).where(eq(parcels.id, parcel))
  }
  await putIntoParcel(tx, id, items, parcel)
  await fromLabel?.(parcel)
  if (issuing) await issueDue(tx, app, issuing, id)
  const rest = await piecesToSendOf(tx, id, lines, [...sent, { sentAt: at, pieces }])
  const isLast = sending.isLast === true || rest.length === 0
  const ordered = countPieces(lines.map(({ quantity }, line) => ({ line, quantity })))
  const what = `${countPieces(pieces)} of ${ordered} pieces sent.`
  const isWhole = isLast && sent.length === 0 && countPieces(pieces) === ordered
  const why = isHandedOver
    ? `${isWhole ? '' : `${what} `}${tracking}${isAtSale ? ', as part of the sale' : ''}.${pickedUp ? ` ${pickedUp}` : ''}`
    : [
        sanctionsCompared,
        isWhole ? 'Shipped.' : what,
        `Tracking: ${trackingText({ carrier, tracking })}`,
        ...detailsOf(sending),
      ].join(' ')
  const isAllThere = isHandedOver && sent.every(({ deliveredAt }) => deliveredAt !== null)
  await save({
    why,
    ...(isLast && {
      to: 'fulfilled',
      columns: {
        ...(isAllThere && { step: 'delivered' }),
        ...(isAtSale && { shipBy: null }),
      },
    }),
    email: isHandedOver ? null : { about: 'parcel sent', occasion: `${parcel}` },
    audit: {
      action: 'order.fulfilled',
      facts: {
        tracking: trackingText({ carrier, tracking }),
        ...(isLast && sent.length === 0 ? {} : { pieces: countPieces(pieces), ordered }),
        ...(pickedUp !== undefined && { note: pickedUp }),
      },
    },
  })
  return isLast ? 'sent' : 'part'
}

function toBeSent(): AppError {
  const message = 'This order has a shipping address, so mark it as shipped. Nothing was changed.'
  return new AppError('to_be_sent', 409, message)
}

function toBePickedUp(): AppError {
  const message =
    'The buyer picks up this order. Hand it over with the pickup code instead. Nothing was changed.'
  return new AppError('to_be_picked_up', 409, message)
}

function usedBefore(): AppError {
  return new AppError(
    'tracking_used',
    409,
    'Another package in this order already has this tracking number. Nothing was changed.',
  )
}

async function packedLines(tx: Orm, orderId: string) {
  const lines = await linesOfOrder(tx, orderId)
  return lines.map(({ name, size, quantity, lineTotalCents }) => ({
    name,
    size,
    quantity,
    lineTotal: cents(lineTotalCents),
  }))
}

/** What was said of it beyond its tracking, for the history. */
function detailsOf({ declared, insurer, policy, signature, isLast }: Sending): string[] {
  return [
    declared !== undefined && `Declared: ${formatCents(declared)}.`,
    insurer && `Insured by ${insurer}${policy ? `, ${policy}` : ''}.`,
    signature !== undefined && (signature ? 'Signature required.' : 'No signature required.'),
    isLast && 'Nothing more will ship.',
  ].filter((text) => typeof text === 'string' && text !== '') as string[]
}

/** Corrects how a parcel is followed; with `email` the buyer gets it [MAIL-06]. */
export function correctTracking(
  app: AppContext,
  {
    parcel: parcelId,
    carrier = 'other',
    tracking,
    mail: email,
    ...request
  }: VersionedOrder & { parcel: number; carrier?: Carrier; tracking: string; mail: boolean },
): Promise<void> {
  return changeOrder(app, request, async ({ tx, order, at, assertUnchanged, save }) => {
    const parcel = (await parcelsOfOrder(tx, order.id)).find((one) => one.id === parcelId)
    if (!parcel) throw await noSuchParcel(tx, order)
    if (parcel.tracking === tracking && parcel.carrier === carrier) return
    await assertUnchanged()
    await refuseNumberOfAnother(tx, order, { carrier, tracking }, at)
    await tx.update(parcels).set({ carrier, tracking }).where(eq(parcels.id, parcelId))
    const [from, to] = [trackingText(parcel), trackingText({ carrier, tracking })]
    // Each correction is a separate occasion: a wrong one may be emailed, then the right one.
    const occasion = `${parcelId}:${randomUUID()}`
    await save({
      why: `Tracking corrected from ${from} to ${to}`,
      email: email ? { about: 'tracking corrected', occasion } : null,
      audit: { action: 'order.tracking_corrected', facts: { from, to } },
    })
  })
}

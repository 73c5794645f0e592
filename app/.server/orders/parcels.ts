import { and, asc, eq, gt, isNull, like, ne, notInArray, or } from 'drizzle-orm'
import {
  type Pieces,
  piecesToSend,
  refundedHere,
  type Tracked,
} from '#app/domain/fulfillment/parcel.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import type { Orm } from '../platform/db/database.ts'
import { parcelLines, parcels } from '../platform/db/fulfillment-schema.ts'
import { refunds } from '../platform/db/ledger-schema.ts'
import { orderReturns } from '../platform/db/return-schema.ts'
import { type OrderRow, orders } from '../platform/db/schema.ts'
import { AppError } from '../platform/errors.ts'

/** Oldest first. */
export async function parcelsOfOrder(orm: Orm, orderId: string) {
  const found = await orm
    .select()
    .from(parcels)
    .where(eq(parcels.orderId, orderId))
    .orderBy(asc(parcels.id))
  if (found.length === 0) return []
  const lines = await orm
    .select()
    .from(parcelLines)
    .where(eq(parcelLines.orderId, orderId))
    .orderBy(asc(parcelLines.line))
  return found.map(({ orderId: _, declaredCents, weighedMg, ...parcel }) => ({
    ...parcel,
    /** Null in orders from before parcels. */
    declared: declaredCents === null ? null : cents(declaredCents),
    weighed: weighedMg as Milligrams | null,
    pieces: lines
      .filter(({ parcelId }) => parcelId === parcel.id)
      .map(({ line, quantity }) => ({ line, quantity })),
  }))
}

export type Parcel = Awaited<ReturnType<typeof parcelsOfOrder>>[number]

/**
 * What was refunded by line and by no return, so without its piece. A refund that failed or was refused is left out,
 * except that of an edit, which has removed its piece even where the money did not arrive [EDIT-03].
 */
export async function refundedPieces(orm: Orm, orderId: string) {
  const found = await orm
    .select({ at: refunds.at, lines: refunds.lines })
    .from(refunds)
    .leftJoin(orderReturns, eq(orderReturns.refundId, refunds.id))
    .where(
      and(
        eq(refunds.orderId, orderId),
        or(notInArray(refunds.state, ['refused', 'failed']), like(refunds.key, 'edit:%')),
        isNull(orderReturns.id),
      ),
    )
  return found.map(({ at, lines }) => ({
    at,
    pieces: lines.map(({ position, quantity }) => ({ line: position, quantity })),
  }))
}

/** What is still to be sent of an order [PARCEL-10]. */
export async function piecesToSendOf(
  orm: Orm,
  orderId: string,
  lines: readonly { quantity: number }[],
  sent: readonly { sentAt: Date; pieces: readonly Pieces[] }[],
): Promise<Pieces[]> {
  return piecesToSend(lines, sent, await refundedPieces(orm, orderId))
}

/** What is here of an order and will no longer be sent [STOCK-14]. */
export async function refundedHereOf(
  orm: Orm,
  { id, state }: Pick<OrderRow, 'id' | 'state'>,
  lines: readonly { quantity: number }[],
  sent: readonly { sentAt: Date; pieces: readonly Pieces[] }[],
): Promise<Pieces[]> {
  return refundedHere(state, lines, sent, await refundedPieces(orm, id))
}

/** On an order the caller has locked; answers the id of the parcel. The history is the caller's. */
export async function insertParcel(
  tx: Orm,
  orderId: string,
  {
    pieces,
    ...parcel
  }: Omit<typeof parcels.$inferInsert, 'orderId'> & { pieces: readonly Pieces[] },
): Promise<number> {
  const [row] = await tx
    .insert(parcels)
    .values({ orderId, ...parcel })
    .returning({ id: parcels.id })
  if (!row) throw new RangeError(`No parcel of order ${orderId} was stored`)
  await tx
    .insert(parcelLines)
    .values(pieces.map((each) => ({ parcelId: row.id, orderId, ...each })))
  return row.id
}

/** Carriers give a number to another parcel after some months. */
const numberIsUniqueMs = 90 * 24 * 60 * 60 * 1000

/**
 * The number of a carrier that was written on another order just before is a typing error, unless
 * both go to the same address in one parcel [PARCEL-02].
 */
export async function refuseNumberOfAnother(
  tx: Orm,
  order: OrderRow,
  { carrier, tracking }: Tracked,
  now: Date,
): Promise<void> {
  if (carrier === 'other') return
  const others = await tx
    .select({ number: orders.number, address: orders.shippingAddress })
    .from(parcels)
    .innerJoin(orders, eq(orders.id, parcels.orderId))
    .where(
      and(
        eq(parcels.tracking, tracking),
        eq(parcels.carrier, carrier),
        ne(parcels.orderId, order.id),
        gt(parcels.sentAt, new Date(now.getTime() - numberIsUniqueMs)),
      ),
    )
  const address = (one: OrderRow['shippingAddress']) =>
    one && [one.line1, one.line2, one.city, one.postalCode].join('\n').toLowerCase()
  const other = others.find((one) => address(one.address) !== address(order.shippingAddress))
  if (!other) return
  throw new AppError(
    'tracking_of_another_order',
    409,
    `This tracking number belongs to order ${other.number}, which ships to another address. Nothing was changed.`,
  )
}

import { and, desc, eq } from 'drizzle-orm'
import { storedShippingTexts } from '#app/.server/settings/queries/order-shipping-texts.ts'
import { returnDaysOf } from '#app/.server/settings/return-terms.ts'
import type { Pieces } from '#app/domain/fulfillment/parcel.ts'
import { promisedBusinessDays } from '#app/domain/fulfillment/ship-by.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import {
  isTooLate,
  lastReturnDay,
  unnamedShippingDays,
} from '#app/domain/returns/last-return-day.ts'
import { isReturnOpen, returnablePieces } from '#app/domain/returns/return.ts'
import type { Day } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { refundsOfOrder } from '../ledger/refunds.ts'
import { type Parcel, parcelsOfOrder } from '../orders/parcels.ts'
import { shopDay } from '../orders/queries/orders-to-do.ts'
import { linesOfOrder } from '../orders/repository.ts'
import { customWorkOf } from '../orders/staff-order-details.ts'
import type { Orm } from '../platform/db/database.ts'
import { type OrderRow, orderHistory } from '../platform/db/schema.ts'
import { type OrderReturn, returnsOfOrder } from './returns.ts'

/** What of an order can come back now [RETURN-02, RETURN-04]. */
export async function returnableOf(orm: Orm, order: OrderRow, now: Date) {
  const lines = await linesOfOrder(orm, order.id)
  const parcels = await parcelsOfOrder(orm, order.id)
  const returns = await returnsOfOrder(orm, order.id)
  const wasSent = parcels.length > 0
  if (!wasSent || order.state === 'refunded') return { lines, returns, pieces: [], wasSent }
  const isCustomWork = (await customWorkOf(orm, order.id)) !== null
  const lastDayOf = await lastDays(orm, order, parcels)
  const left = returnablePieces({
    ordered: lines.map(({ position, quantity }) => ({ line: position, quantity })),
    sent: parcels.flatMap(({ pieces }) => pieces),
    ...(await goneOf(orm, order.id, returns)),
  })
  const pieces = left.flatMap(({ line, quantity }) => {
    const sold = lines.find(({ position }) => position === line)
    if (!sold) return []
    const lastDay = lastDayOf(line)
    return {
      line,
      quantity,
      name: sold.name,
      size: sold.size,
      options: sold.options,
      engraving: sold.engraving,
      /** Of one piece, as sold. */
      weight: sold.weightMg as Milligrams,
      /** The last day to ask. */
      lastDay,
      isLate: isTooLate(lastDay, shopDay(now)),
      // A line that staff described themselves has no product.
      isCustom: isCustomWork || sold.productId === '',
      /** Sold as final sale [RETURN-14]. */
      isFinal: sold.finalSale,
    }
  })
  return { lines, returns, pieces, wasSent }
}

/** A line of an order of which something is with the buyer, and whether the terms take it back. */
export type ReturnablePiece = Returnable['pieces'][number]

export type Returnable = Awaited<ReturnType<typeof returnableOf>>

async function goneOf(orm: Orm, orderId: string, returns: readonly OrderReturn[]) {
  const refunds = await refundsOfOrder(orm, orderId)
  const byLine = refunds.flatMap((refund) =>
    refund.lines.map(({ position, quantity }): Pieces => ({ line: position, quantity })),
  )
  const bySum = new Set(refunds.filter(({ lines }) => lines.length === 0).map(({ id }) => id))
  const refunded = returns.filter(({ state }) => state === 'refunded')
  const piecesOf = (some: readonly OrderReturn[]): Pieces[] => some.flatMap(({ pieces }) => pieces)
  return {
    comingBack: piecesOf(returns.filter(({ state }) => isReturnOpen(state))),
    cameBack: piecesOf(refunded),
    refunded: [
      ...byLine,
      ...piecesOf(refunded.filter(({ refundId }) => refundId !== null && bySum.has(refundId))),
    ],
  }
}

/** For each line the last day to ask, by the latest parcel that has some of it [RETURN-12]. */
async function lastDays(
  orm: Orm,
  order: OrderRow,
  parcels: readonly Parcel[],
): Promise<(line: number) => Day> {
  const days = await returnDaysOf(orm, order.createdAt)
  const shippingDays =
    promisedBusinessDays((await storedShippingTexts(orm, order)).shippingTime) ??
    unnamedShippingDays
  const orderDeliveredAt = await deliveredAtOf(orm, order)
  return (line) => {
    const parcel = parcels.findLast(({ pieces }) => pieces.some((one) => one.line === line))
    const deliveredAt = parcel?.deliveredAt ?? orderDeliveredAt
    const sentAt = parcel?.sentAt ?? order.createdAt
    const delivery = deliveredAt === null ? { sentAt, shippingDays } : { deliveredAt }
    return lastReturnDay(delivery, days, brand.timeZone)
  }
}

/** When staff marked the whole order as delivered; null while that is not known. */
async function deliveredAtOf(orm: Orm, { id, step }: OrderRow): Promise<Date | null> {
  if (step !== 'delivered') return null
  const [last] = await orm
    .select({ at: orderHistory.at })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderId, id), eq(orderHistory.toStep, 'delivered')))
    .orderBy(desc(orderHistory.id))
    .limit(1)
  return last?.at ?? null
}

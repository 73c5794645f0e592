import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { PackedOrder } from '#app/.server/documents/packing-slip.ts'
import { parcelsOfOrder, piecesToSendOf } from '#app/.server/orders/parcels.ts'
import { atStep, promisedFirst, toDo } from '#app/.server/orders/queries/orders-to-do.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type PickedOrders, packingSlipProblem } from '#app/domain/fulfillment/picking.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { addressLines } from '#app/domain/orders/city-line.ts'

/** More are not packed in one morning. */
const packedAtOnce = 50

/** Ready, and nothing keeps it from being sent. */
const toPack: SQL = sql`${atStep('ready')} and not orders.needs_review`

/** Whose pieces can be picked: as the list of orders shows them, without those that are on hold. */
const toPick: Record<PickedOrders, SQL> = {
  todo: sql`${toDo} and not orders.needs_review`,
  paid: sql`${atStep('paid')} and not orders.needs_review`,
  making: sql`${atStep('making')} and not orders.needs_review`,
  ready: toPack,
}

export type OrdersToPack = { orders: PackedOrder[]; isCut: boolean }

/**
 * The orders to be packed or picked now, the longest promised first, with what is left of each [PARCEL-06,
 * PARCEL-12]. `isCut`: there are more.
 */
export function ordersToPack(app: AppContext, of: PickedOrders = 'ready'): Promise<OrdersToPack> {
  return withDatabase(app, async ({ orm }) => {
    const found = await orm
      .select({ id: orders.id })
      .from(orders)
      .where(toPick[of])
      .orderBy(...promisedFirst)
      .limit(packedAtOnce + 1)
    const packed = await Promise.all(
      found.slice(0, packedAtOnce).map(({ id }) => packedOrder(orm, id)),
    )
    return {
      orders: packed.filter((order) => order !== null),
      isCut: found.length > packedAtOnce,
    }
  })
}

/**
 * One order with what is left of it, or with all of it where everything was sent; null: unknown. Throws where
 * it has no packing slip [PARCEL-13].
 */
export function orderToPack(app: AppContext, id: string): Promise<PackedOrder | null> {
  return withDatabase(app, async ({ orm }) => {
    const order = await findOrder(orm, 'id', id)
    const problem = order && packingSlipProblem(order.state, order.shippingAddress !== null)
    if (problem) throw new AppError('nothing_to_pack', 409, problem)
    return order ? packedOrder(orm, id) : null
  })
}

/** The order to be packed after this one, or null. */
export async function nextToPack(
  orm: Orm,
  id: string,
): Promise<{ id: string; number: string } | null> {
  const [next] = await orm
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(and(toPack, sql`orders.id <> ${id}`))
    .orderBy(...promisedFirst)
    .limit(1)
  return next ?? null
}

async function packedOrder(orm: Orm, id: string): Promise<PackedOrder | null> {
  const order = await findOrder(orm, 'id', id)
  if (!order) return null
  const lines = await orm
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
    .orderBy(asc(orderLines.position))
  const all = lines.map(({ quantity }, line) => ({ line, quantity }))
  const left = await piecesToSendOf(orm, id, lines, await parcelsOfOrder(orm, id))
  const address = order.shippingAddress
  return {
    number: order.number,
    placedAt: order.createdAt,
    giftNote: order.giftNote,
    shipTo: address ? addressLines(address) : [],
    pieces: (left.length > 0 ? left : all).flatMap(({ line, quantity }) => {
      const of = lines[line]
      return of
        ? [
            {
              ...{ name: of.name, size: of.size, weight: of.weightMg as Milligrams, quantity },
              ...(of.options.length > 0 && { options: of.options }),
              ...(of.engraving !== null && { engraving: of.engraving }),
            },
          ]
        : []
    }),
  }
}

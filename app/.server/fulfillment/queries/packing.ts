import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { PackedOrder } from '#app/.server/documents/packing.ts'
import { parcelsOfOrder, piecesToSendOf } from '#app/.server/orders/parcels.ts'
import { atStep, promisedFirst } from '#app/.server/orders/queries/orders-to-do.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { placeLine } from '#app/domain/orders/city-line.ts'

/** More are not packed in one morning. */
const packedAtOnce = 50

/** Ready, and nothing keeps it here. */
const toPack: SQL = sql`${atStep('ready')} and not orders.needs_review`

/** The orders to be packed now, the longest promised first, with what is left of each [PARCEL-06]. */
export function ordersToPack(app: AppContext): Promise<PackedOrder[]> {
  return withDatabase(app, async ({ orm }) => {
    const found = await orm
      .select({ id: orders.id })
      .from(orders)
      .where(toPack)
      .orderBy(...promisedFirst)
      .limit(packedAtOnce)
    const packed = await Promise.all(found.map(({ id }) => packedOrder(orm, id)))
    return packed.filter((order) => order !== null)
  })
}

/** One order with what is left of it, or with all of it where everything was sent; null: unknown. */
export function orderToPack(app: AppContext, id: string): Promise<PackedOrder | null> {
  return withDatabase(app, ({ orm }) => packedOrder(orm, id))
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
    shipTo: address
      ? [address.name, address.line1, address.line2, placeLine(address)].filter(
          (text) => text !== '',
        )
      : [],
    pieces: (left.length > 0 ? left : all).flatMap(({ line, quantity }) => {
      const of = lines[line]
      return of
        ? [
            {
              ...{ name: of.name, size: of.size, weight: of.weightMg as Milligrams, quantity },
              ...(of.engraving !== null && { engraving: of.engraving }),
            },
          ]
        : []
    }),
  }
}

import { and, eq, isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { noSuchParcel, type VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { parcels } from '#app/.server/platform/db/fulfillment-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { trackingText } from '#app/domain/fulfillment/parcel.ts'

/**
 * One parcel of an order was delivered, or was not after all [PARCEL-09]. The order is delivered with the
 * last one, once nothing of it is left to ship. Pressed twice it is done once.
 */
export function markParcelDelivered(
  app: AppContext,
  {
    parcel: parcelId,
    delivered,
    ...request
  }: VersionedOrder & { parcel: number; delivered: boolean },
): Promise<void> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    const all = await parcelsOfOrder(tx, order.id)
    const parcel = all.find((one) => one.id === parcelId)
    if (!parcel) throw await noSuchParcel(tx, order)
    if ((parcel.deliveredAt !== null) === delivered) return
    await assertUnchanged()
    await tx
      .update(parcels)
      .set(
        delivered ? { deliveredAt: at, deliveredBy: by } : { deliveredAt: null, deliveredBy: null },
      )
      .where(eq(parcels.id, parcelId))
    const others = all.filter((one) => one.id !== parcelId)
    const isAll = delivered && others.every(({ deliveredAt }) => deliveredAt !== null)
    const tracking = trackingText(parcel)
    await save({
      why: `Parcel ${delivered ? 'delivered' : 'not delivered yet'}: ${tracking}`,
      columns: stepBy(order, isAll),
      audit: { action: 'order.parcel_delivered', facts: { tracking, delivered } },
    })
  })
}

/** A refunded order keeps its step, and one that is not wholly sent is not delivered. */
function stepBy({ state, step }: OrderRow, isAll: boolean): { step?: 'sent' | 'delivered' } {
  if (state !== 'fulfilled') return {}
  if (isAll) return { step: 'delivered' }
  return step === 'delivered' ? { step: 'sent' } : {}
}

/**
 * With the step of the whole order: all that were not are delivered now; undone, those are that
 * were marked last.
 */
export async function markAllDelivered(
  tx: Orm,
  orderId: string,
  mark: { at: Date; by: string; delivered: boolean },
): Promise<void> {
  const ofOrder = eq(parcels.orderId, orderId)
  if (mark.delivered) {
    await tx
      .update(parcels)
      .set({ deliveredAt: mark.at, deliveredBy: mark.by })
      .where(and(ofOrder, isNull(parcels.deliveredAt)))
    return
  }
  const times = (await parcelsOfOrder(tx, orderId)).flatMap(({ deliveredAt }) => deliveredAt ?? [])
  if (times.length === 0) return
  const last = new Date(Math.max(...times.map((time) => time.getTime())))
  await tx
    .update(parcels)
    .set({ deliveredAt: null, deliveredBy: null })
    .where(and(ofOrder, eq(parcels.deliveredAt, last)))
}

import { and, eq, isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import {
  lockOrderForStaff,
  noSuchParcel,
  refuseWhereChanged,
  type StaffOrder,
} from '#app/.server/orders/staff-order.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { parcels } from '#app/.server/platform/db/fulfillment-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { trackingText } from '#app/domain/fulfillment/parcel.ts'

/**
 * One parcel of an order was delivered, or was not after all [PARCEL-09]. The order is delivered with the
 * last one, once nothing of it is left to be sent. Pressed twice it is done once.
 */
export async function markParcelDelivered(
  app: AppContext,
  {
    id,
    revision,
    by,
    parcel: parcelId,
    delivered,
  }: StaffOrder & { parcel: number; delivered: boolean },
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      const all = await parcelsOfOrder(tx, id)
      const parcel = all.find((one) => one.id === parcelId)
      if (!parcel) throw await noSuchParcel(tx, order)
      if ((parcel.deliveredAt !== null) === delivered) return
      await refuseWhereChanged(tx, order, revision)
      await tx
        .update(parcels)
        .set(
          delivered
            ? { deliveredAt: at, deliveredBy: by }
            : { deliveredAt: null, deliveredBy: null },
        )
        .where(eq(parcels.id, parcelId))
      const others = all.filter((one) => one.id !== parcelId)
      const isAll = delivered && others.every(({ deliveredAt }) => deliveredAt !== null)
      const tracking = trackingText(parcel)
      const change = {
        ...({ at, actor: 'staff', by } as const),
        why: `Parcel ${delivered ? 'delivered' : 'not delivered yet'}: ${tracking}`,
      }
      await updateOrder(tx, order, change, stepBy(order, isAll))
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.parcel_delivered',
        target: { type: 'order', id },
        facts: { number: order.number, tracking, delivered },
      })
    }),
  )
}

/** A refunded order keeps its step, and one that is not wholly sent is not delivered. */
function stepBy({ state, step }: OrderRow, isAll: boolean): { step?: 'sent' | 'delivered' } {
  if (state !== 'fulfilled') return {}
  if (isAll) return { step: 'delivered' }
  return step === 'delivered' ? { step: 'sent' } : {}
}

/**
 * With the step of the whole order: all that were not are delivered now; taken back, those are that were
 * marked last.
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

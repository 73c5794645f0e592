import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { type VersionedOrder, wrongState } from '#app/.server/orders/order-checks.ts'
import { parcelsOfOrder, piecesToSendOf } from '#app/.server/orders/parcels.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { weighedForParcel } from '#app/.server/orders/weighed-items.ts'
import { pickups } from '#app/.server/platform/db/fulfillment-schema.ts'
import { countPieces } from '#app/domain/fulfillment/parcel.ts'
import { isPickup } from '#app/domain/fulfillment/pickup.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { assertMayLeave } from '../may-leave.ts'
import { pickupOf, pickupRefused } from '../pickup.ts'

/**
 * All of an order is weighed and waits for its buyer, who is emailed a pickup code [PICKUP-01]. Pressed twice it
 * is done once.
 */
export function readyForPickup(app: AppContext, request: VersionedOrder): Promise<void> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    if ((await pickupOf(tx, order.id)) && order.state === 'paid') return
    if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
    if (!isPickup(order)) throw pickupRefused('The buyer chose to have this order shipped.')
    await assertMayLeave(tx, app, order)
    await assertUnchanged()
    const lines = await linesOfOrder(tx, order.id)
    const pieces = await piecesToSendOf(tx, order.id, lines, await parcelsOfOrder(tx, order.id))
    await weighedForParcel(tx, order.id, lines, pieces)
    const nonce = randomBytes(16).toString('base64url')
    await tx.insert(pickups).values({ orderId: order.id, nonce, readyAt: at, readyBy: by })
    await save({
      why: 'Ready for pickup.',
      columns: { step: 'ready' },
      // Once more with another code, where it was not ready after all.
      email: { about: 'ready for pickup', occasion: at.toISOString() },
      audit: { action: 'order.ready_for_pickup', facts: { pieces: countPieces(pieces) } },
    })
  })
}

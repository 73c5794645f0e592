import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { pickups } from '#app/.server/platform/db/fulfillment-schema.ts'
import type { AppError } from '#app/.server/platform/errors.ts'
import { handedOver } from '#app/domain/fulfillment/parcel.ts'
import { codesLeft, maxWrongCodes, withWrongCode } from '#app/domain/fulfillment/pickup.ts'
import { isPickupCode, pickupOf, pickupRefused } from '../pickup.ts'
import { shipParcel } from './ship-parcel.ts'

type HandedTo = VersionedOrder & { code: string }

/** The buyer is there and shows the code: the order is delivered [PICKUP-03]. */
export async function handOverPickup(
  app: AppContext,
  { code, ...request }: HandedTo,
): Promise<void> {
  const refused = await checkCode(app, { ...request, code })
  if (refused) throw refused
  await shipParcel(app, { ...request, ...handedOver, pickedUp: 'The pickup code was checked.' })
}

/** An owner knows who is there some other way, and says how [PICKUP-05]. */
export async function handOverWithoutCode(
  app: AppContext,
  { reason, ...request }: VersionedOrder & { reason: string },
): Promise<void> {
  const pickedUp = `Without the pickup code: ${reason}`
  await shipParcel(app, { ...request, ...handedOver, pickedUp })
}

/** In its own transaction: a wrong code is counted, although nothing is handed over [PICKUP-04]. */
function checkCode(app: AppContext, { id, by, code }: HandedTo): Promise<AppError | null> {
  return changeOrder(app, { id, by }, async ({ tx, at, audit }) => {
    const pickup = await pickupOf(tx, id)
    if (!pickup) return pickupRefused('Mark this order as ready for pickup first.')
    if (codesLeft(pickup, at) === 0) {
      const message = `${maxWrongCodes} wrong codes were entered. Try again in an hour, or ask an owner to hand it over.`
      return pickupRefused(message, 429, { code: message })
    }
    if (isPickupCode(app, pickup, code)) return null
    const wrong = withWrongCode(pickup, at)
    await tx.update(pickups).set(wrong).where(eq(pickups.orderId, id))
    const left = codesLeft(wrong, at)
    await audit({ action: 'order.pickup_code_wrong', facts: { left } })
    const message = `This isn’t the pickup code of this order. ${left} ${left === 1 ? 'try is' : 'tries are'} left.`
    return pickupRefused(message, 422, { code: message })
  })
}

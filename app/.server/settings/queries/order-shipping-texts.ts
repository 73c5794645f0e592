import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { textsFor } from '#app/domain/shipping/offered-shipping.ts'
import type { ShippingMethod } from '#app/domain/shipping/shipping-method.ts'
import { type Shipping, shippingSetting } from '../shipping.ts'
import { shippingMethodsSetting } from '../shipping-methods.ts'

type Method = { shippingMethod: ShippingMethod }

/** What the shop says of shipping by the method of an order [SHIPPING-07]. */
export async function orderShippingTexts(
  app: AppContext,
  { shippingMethod }: Method,
): Promise<Shipping> {
  const standard = await shippingSetting.current(app)
  return textsFor(standard, await shippingMethodsSetting.current(app), shippingMethod)
}

/** The same, as it is in the database now. */
export async function storedShippingTexts(tx: Orm, { shippingMethod }: Method): Promise<Shipping> {
  const standard = await shippingSetting.stored(tx)
  return textsFor(standard, await shippingMethodsSetting.stored(tx), shippingMethod)
}

/** Where and when a pickup order is picked up; null for any other order, and where no address is saved. */
export async function pickupPlace(
  app: AppContext,
  { shippingMethod }: Method,
): Promise<PickupPlace | null> {
  if (shippingMethod !== 'pickup') return null
  const { pickupAddress, pickupHours } = await shippingMethodsSetting.current(app)
  return pickupAddress === '' ? null : { address: pickupAddress, hours: pickupHours }
}

export type PickupPlace = { address: string; hours: string }

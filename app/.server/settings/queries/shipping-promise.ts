import type { AppContext } from '#app/.server/app-context.ts'
import { arrivalFrom } from '#app/domain/fulfillment/arrival.ts'
import type { ShippingMethod } from '#app/domain/shipping/shipping-method.ts'
import { dayAt, plusDays } from '#app/domain/time/day.ts'
import { momentOf } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'
import { orderShippingTexts } from './order-shipping-texts.ts'

/** What the shop says of shipping today [FACTS-05]. */
export async function shippingPromise(
  app: AppContext,
  shippingMethod: ShippingMethod = 'standard',
) {
  const shipping = await orderShippingTexts(app, { shippingMethod })
  const now = app.now()
  const today = dayAt(now, brand.timeZone)
  const arrival = arrivalFrom(today, shipping)
  const midnight = momentOf(`${plusDays(today, 1)}T00:00`, brand.timeZone)
  // Clocks of some zones go forward at midnight: then it is looked at again within the hour.
  return { shipping, today, arrival, until: midnight ?? new Date(now.getTime() + 3_600_000) }
}

export type ShippingPromise = Awaited<ReturnType<typeof shippingPromise>>

import type { AppContext } from '#app/.server/app-context.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import type { Shipping } from '#app/.server/settings/shipping.ts'
import {
  type Arrival,
  arrivalFrom,
  arrivalOfOrder,
  arrivalOfParcel,
} from '#app/domain/fulfillment/arrival.ts'
import type { BuyerParcel } from '#app/domain/fulfillment/buyer-parcel.ts'
import { isPickup } from '#app/domain/fulfillment/pickup.ts'
import { bankMoneyBy } from '#app/domain/payments/wire-rules.ts'
import { brand } from '#brand'
import { shopDay } from './queries/orders-to-do.ts'

type Sending = {
  shipping: Shipping
  parcels: readonly BuyerParcel[]
  isDelayed: boolean
}

/** Counted again from the day the last parcel left; a day that is past is not said [FACTS-09]. */
export function orderArrival(
  app: AppContext,
  order: OrderRow,
  { shipping, parcels, isDelayed }: Sending,
): Arrival | null {
  const { state, paidAt, shipBy, step, holdReason } = order
  const moneyOn = state === 'pending' ? bankMoneyBy(order, brand.timeZone) : null
  if (holdReason !== null || step === 'delivered' || isPickup(order)) return null
  const sentAt = parcels.at(-1)?.sentAt
  const { processingTime, shippingTime } = shipping
  const arrival =
    state === 'fulfilled' && sentAt
      ? arrivalOfParcel(shopDay(sentAt), shippingTime)
      : state === 'paid' && paidAt && shipBy && shipBy >= shopDay(app.now())
        ? arrivalOfOrder(
            { paidOn: shopDay(paidAt), shipBy },
            { processing: isDelayed ? null : processingTime, shipping: shippingTime },
          )
        : moneyOn && arrivalFrom(moneyOn, shipping)
  return arrival && arrival.last >= shopDay(app.now()) ? arrival : null
}

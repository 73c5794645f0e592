import { type BusinessDays, businessDaysOf } from '#app/domain/fulfillment/arrival.ts'
import type { Facts } from '#app/ui/structured-data.ts'

/** What the shop promises beside the price, as its settings say it. */
export type OfferPromise = {
  shipping: { processingTime: string; shippingTime: string; shippingCost: string }
  /** Of the calendar, after delivery; null: no returns for a change of mind [RETURN-14]. */
  returnDays: number | null
}

/**
 * Shipping and returns of an offer, as schema.org and Google name them [SEO-08, SEO-09]; nothing that the
 * settings do not say. Checkout adds nothing for shipping, so it is free where the text says so, and is
 * left out where the text says anything else. Fees of a return are not settled by a setting.
 * https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 */
export function offerTerms({ shipping, returnDays }: OfferPromise): Record<string, Facts> {
  const isFree = /^\s*free\b/i.test(shipping.shippingCost)
  const deliveryTime = {
    ...duration('handlingTime', businessDaysOf(shipping.processingTime)),
    ...duration('transitTime', businessDaysOf(shipping.shippingTime)),
  }
  return {
    ...(isFree && {
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'USD' },
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
        ...(Object.keys(deliveryTime).length > 0 && {
          deliveryTime: {
            '@type': 'ShippingDeliveryTime',
            ...deliveryTime,
            businessDays: { '@type': 'OpeningHoursSpecification', dayOfWeek: weekdays },
          },
        }),
      },
    }),
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'US',
      ...(returnDays === null
        ? { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
        : {
            returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
            merchantReturnDays: returnDays,
            returnMethod: 'https://schema.org/ReturnByMail',
          }),
    },
  }
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(
  (day) => `https://schema.org/${day}`,
)

function duration(name: 'handlingTime' | 'transitTime', days: BusinessDays | null) {
  if (!days) return {}
  const { least: minValue, most: maxValue } = days
  return { [name]: { '@type': 'QuantitativeValue', minValue, maxValue, unitCode: 'DAY' } }
}

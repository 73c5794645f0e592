import type { StripeEvent } from './stripe-state.ts'

/**
 * Where Stripe's API put the address of a completed Checkout Session: `shipping`, with a carrier and a
 * tracking number, until 2022-08-01 renamed it to `shipping_details`, which 2025-03-31.basil moved into
 * `collected_information` [https://docs.stripe.com/changelog].
 */
export const addressVersions = ['2020-08-27', '2022-08-01', '2025-03-31.basil'] as const
export type AddressVersion = (typeof addressVersions)[number]

/** The event as an endpoint of that version is sent it. */
export function inVersion(event: StripeEvent, version: AddressVersion): StripeEvent {
  const { collected_information, ...session } = event.data.object
  const given = (collected_information as { shipping_details: object } | null)?.shipping_details
  const shipping = given ? { phone: null, ...given } : null
  const places = {
    '2020-08-27': {
      shipping: shipping && { carrier: null, tracking_number: null, ...shipping },
      shipping_rate: null,
    },
    '2022-08-01': { shipping_details: shipping },
    '2025-03-31.basil': { collected_information },
  }
  return { ...event, api_version: version, data: { object: { ...session, ...places[version] } } }
}

import { type Cents, cents } from '../money/cents.ts'

export const shippingMethods = ['standard', 'express', 'international', 'pickup'] as const
export type ShippingMethod = (typeof shippingMethods)[number]

/** What a buyer chooses; the country is left out except for `international`. */
export type ShippingChoice = { method: ShippingMethod; country?: string | undefined }

/** How an order reaches its buyer, and what that costs. */
export type OrderShipping = {
  method: ShippingMethod
  /** By ISO 3166-1 alpha-2; `US` except for `international`. */
  country: string
  rate: Cents
}

/** Free in the United States: what every order had before there were other methods. */
export const standardShipping: OrderShipping = { method: 'standard', country: 'US', rate: cents(0) }

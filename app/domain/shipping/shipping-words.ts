import { countryName } from '../address/country-name.ts'
import type { OrderShipping } from './shipping-method.ts'

/** How an order is delivered, in words for buyers and staff: `International shipping to Germany`. */
export function deliveryText({
  method,
  country,
}: Pick<OrderShipping, 'method' | 'country'>): string {
  switch (method) {
    case 'standard':
      return 'Standard shipping'
    case 'express':
      return 'Express shipping'
    case 'pickup':
      return 'Pickup'
    case 'international':
      return `International shipping to ${countryName(country)}`
  }
}

/** The same in a word, for lists of staff: `Germany`; null for standard shipping. */
export function deliveryWord({
  method,
  country,
}: Pick<OrderShipping, 'method' | 'country'>): string | null {
  switch (method) {
    case 'standard':
      return null
    case 'express':
      return 'Express'
    case 'pickup':
      return 'Pickup'
    case 'international':
      return countryName(country)
  }
}

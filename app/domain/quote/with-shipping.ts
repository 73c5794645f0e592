import { cents } from '../money/cents.ts'
import type { OrderShipping } from '../shipping/shipping-method.ts'
import type { Quote } from './quote.ts'

/**
 * A quote with the rate of its shipping in the total; null: free standard shipping. No code and no bank
 * discount takes anything off the rate, so it comes after both [SHIPPING-05].
 */
export function withShipping(quote: Quote, shipping: OrderShipping | null): Quote {
  return shipping ? { ...quote, shipping, total: cents(quote.total + shipping.rate) } : quote
}

import { z } from 'zod'

/**
 * The body of POST /api/create-checkout-session [PAY-07]. Only its outer form is parsed here:
 * `placeOrder` refuses each wrong field by its own documented code.
 */
export const checkoutRequest = z.object(
  { amount: z.unknown().optional(), quote: z.unknown().optional() },
  { error: 'Please send the amount and the quote.' },
)

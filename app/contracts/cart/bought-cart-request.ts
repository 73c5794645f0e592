import { z } from 'zod'

const quoteMessage = 'Please send the name of the quote.'

/** An HMAC-SHA256 in base64url, as a quote is signed: the orders of staff have names of another form. */
const signature = /^[\w-]{43}$/

/** The body of POST /api/bought-cart: the name of the quote that a cart went to pay for [CART-17]. */
export const boughtCartRequest = z.object(
  { quote: z.string({ error: quoteMessage }).regex(signature, quoteMessage) },
  { error: quoteMessage },
)

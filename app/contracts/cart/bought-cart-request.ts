import { z } from 'zod'

const quoteSentence = 'Please send the name of the quote.'

/** The body of POST /api/bought-cart: the name of the quote that a cart went to pay for [CART-17]. */
export const boughtCartRequest = z.object(
  { quote: z.string({ error: quoteSentence }).min(1, quoteSentence).max(200, quoteSentence) },
  { error: quoteSentence },
)

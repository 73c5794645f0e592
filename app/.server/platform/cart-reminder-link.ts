import { z } from 'zod'
import { sealedLink } from './sealed-link.ts'

const line = z.object({
  productId: z.string(),
  size: z.string(),
  quantity: z.int(),
  engraving: z.string().optional(),
})

/** What was in the cart: the shop needs no address for it [REMIND-04]. `id`: of the reminder, for the figures. */
const reminded = z.object({ id: z.string(), lines: z.array(line) })
export type Reminded = z.infer<typeof reminded>

export const cartReminderLink = sealedLink('cart of a reminder', '/cart-reminder/', reminded)

/** Ends what waits for the address [REMIND-05]. */
export const endCartReminderLink = sealedLink(
  'cart reminder to end',
  '/cart-reminder/end/',
  z.object({ email: z.string() }),
)

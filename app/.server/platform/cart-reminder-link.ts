import { z } from 'zod'
import { sealedLink } from './sealed-link.ts'

/**
 * Brings the cart back: of this reminder, whose order has the pieces [REMIND-04]. It holds no pieces, so it is
 * short however many there are.
 */
export const cartReminderLink = sealedLink(
  'cart of a reminder',
  '/cart-reminder/',
  z.object({ id: z.string() }),
)

/** Ends what waits for the address [REMIND-05]. */
export const endCartReminderLink = sealedLink(
  'cart reminder to end',
  '/cart-reminder/end/',
  z.object({ email: z.string() }),
)

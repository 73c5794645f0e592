import { z } from 'zod'

/** What a shopper types to be mailed the way to their orders. */
export const findOrderForm = z.object({
  email: z
    .string({ error: 'Please type the e-mail address you ordered with.' })
    .trim()
    .min(1, 'Please type the e-mail address you ordered with.')
    .max(254, 'This is too long for an e-mail address.')
    .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'This is not an e-mail address: name@example.com.'),
})

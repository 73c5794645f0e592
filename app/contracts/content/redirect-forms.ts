import { z } from 'zod'

const address = z
  .string()
  .trim()
  .min(1, 'Please enter an address.')
  .max(2000, 'Please use no more than 2,000 characters.')

/** What staff can do with redirects; domain/content/redirect.ts says what an address must be. */
export const redirectForms = {
  add: z.object({ from: address, to: address }),
  delete: z.object({ path: z.string().max(400) }),
}

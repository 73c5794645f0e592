import { z } from 'zod'
import { sealedLink } from './sealed-link.ts'

/** What was agreed to in the form. Nothing of it is stored before it is confirmed [NEWS-01]. */
const signUp = z.object({
  email: z.string(),
  source: z.string(),
  sentence: z.string(),
  version: z.int(),
  /** When the form was sent, in milliseconds. */
  at: z.int(),
})
export type SignUp = z.infer<typeof signUp>

export const confirmNewsletterLink = sealedLink('newsletter to confirm', '/newsletter/', signUp)

/** Only the shop can make one, and it says nothing of whether its address is on the list [NEWS-03]. */
export const leaveNewsletterLink = sealedLink(
  'newsletter to leave',
  '/newsletter/leave/',
  z.object({ email: z.string() }),
)

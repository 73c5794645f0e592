import { z } from 'zod'
import { readEmail } from '#app/domain/address/email.ts'

const message = 'Please enter an email address, like name@example.com.'

function read(text: string, context: z.RefinementCtx): string {
  const email = readEmail(text)
  if (email !== null) return email
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** Every field for an email address, read into its one form [PLACE-06]. */
export const emailField = z.string({ error: message }).transform(read)

/** Likewise, where it may be left empty: null. */
export const optionalEmailField = z
  .string({ error: message })
  .default('')
  .transform((text, context) => (text.trim() === '' ? null : read(text, context)))

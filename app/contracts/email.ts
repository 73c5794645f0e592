import { z } from 'zod'
import { readEmail } from '#app/domain/address/email.ts'
import { blankOr } from './text.ts'

export const notAnEmail = 'Please enter an email address, like name@example.com.'

/** Every field for an email address, read into its one form [PLACE-06]. */
export const emailField = z.string({ error: notAnEmail }).transform((text, context) => {
  const email = readEmail(text)
  if (email !== null) return email
  context.addIssue({ code: 'custom', message: notAnEmail })
  return z.NEVER
})

/** Likewise, where it may be left empty: null. */
export const optionalEmailField = blankOr(readEmail, notAnEmail)

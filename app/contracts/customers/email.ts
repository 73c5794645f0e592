import { z } from 'zod'
import { line } from '#app/contracts/platform/text.ts'
import { readEmail } from '#app/domain/address/email.ts'

export const notAnEmail = 'Please enter an email address, like name@example.com.'
export const quotedEmail =
  'Email addresses with quotes can’t be used because most mail servers don’t accept them. Please enter another.'

/** Whether the part before the @ needs its quotes. */
export const isQuotedEmail = (email: string) => email.startsWith('"')

function emailInput(text: string, context: { addIssue(issue: string): void }) {
  const email = readEmail(text)
  if (email !== null && !isQuotedEmail(email)) return email
  context.addIssue(email === null ? notAnEmail : quotedEmail)
  return z.NEVER
}

/** Every field for an email address, read into its one form [PLACE-06]. */
export const emailField = z.string({ error: notAnEmail }).transform(emailInput)

/** Likewise, where it may be left empty: null. */
export const optionalEmailField = line
  .default('')
  .transform((text, context) => (text === '' ? null : emailInput(text, context)))

/** What a shopper types to be mailed the way to their orders. */
export const findOrderForm = z.object({ email: emailField })

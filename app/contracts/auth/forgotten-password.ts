import { z } from 'zod'
import { emailField } from '../customers/email.ts'
import { passkeyAssertion } from './passkey.ts'
import { chosenPassword, maxLengths } from './sign-in.ts'

export const forgotPasswordForm = z.object({ email: emailField })

/** A passkey's answer as a field of a form. */
const assertionField = z
  .string()
  .max(60_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'Your browser didn’t use a passkey.' })
      return z.NEVER
    }
  })
  .pipe(passkeyAssertion)

/** A new password, with a code, a recovery code or a passkey [FORGOT-03]. */
export const forgottenPasswordForm = chosenPassword({
  code: z.string().max(maxLengths.code, 'This isn’t a valid code.').optional(),
  assertion: assertionField.optional(),
}).refine(({ code, assertion }) => Boolean(code?.trim() || assertion), {
  path: ['code'],
  error: 'Please fill this in.',
  when: () => true,
})
export type ForgottenPasswordForm = z.infer<typeof forgottenPasswordForm>

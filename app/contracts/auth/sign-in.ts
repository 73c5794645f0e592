import { z } from 'zod'
import { emailField } from '#app/contracts/customers/email.ts'
import { roles } from '#app/domain/access/rights.ts'

/** Longer ones are nobody's, and not worth the work of hashing. In characters. */
export const maxLengths = { email: 254, password: 1000, code: 40 }

const minPasswordLength = 12

export const filled = (max: number) =>
  z
    .string({ error: 'Please fill this in.' })
    .refine((text) => text.trim() !== '', 'Please fill this in.')
    .refine((text) => text.length <= max, `This is too long. Use ${max} characters or fewer.`)

/** What the sign-in form asks: all three at once [AUTH-01, D5]. */
export const signInForm = z.object({
  email: emailField,
  password: filled(maxLengths.password),
  code: filled(maxLengths.code),
})
export type SignInForm = z.infer<typeof signInForm>

/** Length is what makes a password strong; the server also refuses common ones [AUTH-23]. */
const newPassword = filled(maxLengths.password).refine(
  (text) => text.length >= minPasswordLength,
  `Please use at least ${minPasswordLength} characters.`,
)

export const newAccountForm = z.object({ email: emailField, password: newPassword })

/**
 * A new password with other fields. `again`: submitted twice, because nobody can read what is entered and a
 * typing error would shut its owner out.
 */
export const chosenPassword = <Others extends z.ZodRawShape>(others: Others) =>
  z
    .object({ password: newPassword, again: z.string(), ...others })
    .refine(
      (form) => (form as { password: string }).password === (form as { again: string }).again,
      {
        path: ['again'],
        error: 'This doesn’t match the new password above.',
        when: () => true,
      },
    )

export const newPasswordForm = chosenPassword({
  current: filled(maxLengths.password),
  code: filled(maxLengths.code),
})
export type NewPasswordForm = z.infer<typeof newPasswordForm>

/** While an app is being set up; where a stored app is asked, the sentence of AUTH-05 is shown. */
export const wrongNewAppCode =
  'That code isn’t right. Enter the current code from your authenticator app.'

export const codeForm = z.object({ code: filled(maxLengths.code) })

/** What a change of the account asks beside what is changed. */
export const proofForm = z.object({
  current: filled(maxLengths.password),
  code: filled(maxLengths.code),
})
export type ProofForm = z.infer<typeof proofForm>

export const newEmailForm = proofForm.extend({ newEmail: emailField })

export const roleField = z.enum(roles, { error: 'Please choose a role.' })

export const invitationForm = z.object({ email: emailField, role: roleField })

/** As it was entered, to be shown again. */
export type InvitationInput = { email: string; role: string }

import { z } from 'zod'

/** Longer ones are nobody's, and not worth the work of hashing. In characters. */
const longest = { email: 254, password: 1000, code: 40 }

const shortestPassword = 12

const filled = (max: number) =>
  z
    .string({ error: 'Please fill this in.' })
    .refine((text) => text.trim() !== '', 'Please fill this in.')
    .refine((text) => text.length <= max, `This is too long: ${max} characters at most.`)

const email = filled(longest.email)
  .transform((text) => text.trim())
  .pipe(z.email('Please write an e-mail address, like name@example.com.'))

/** What the sign-in form asks: all three at once [AUTH-01, D5]. */
export const signInForm = z.object({
  email,
  password: filled(longest.password),
  code: filled(longest.code),
})
export type SignInForm = z.infer<typeof signInForm>

/** Length is what makes a password strong; the server also refuses common ones [AUTH-23]. */
const newPassword = filled(longest.password).refine(
  (text) => text.length >= shortestPassword,
  `Please use ${shortestPassword} characters or more.`,
)

export const newAccountForm = z.object({ email, password: newPassword })

/** `again`: typed twice, because nobody can read what is typed and a slip would shut its owner out. */
export const newPasswordForm = z
  .object({
    current: filled(longest.password),
    password: newPassword,
    again: z.string(),
    code: filled(longest.code),
  })
  .refine(({ password, again }) => password === again, {
    path: ['again'],
    error: 'This is not the same as the new password above.',
    when: () => true,
  })
export type NewPasswordForm = z.infer<typeof newPasswordForm>

export const codeForm = z.object({ code: filled(longest.code) })

import { z } from 'zod'
import { readEmail } from '#app/domain/address/email.ts'
import { isQuotedEmail, notAnEmail, quotedEmail } from '../customers/email.ts'
import { phoneField } from '../customers/phone.ts'
import { stateField, zipField } from '../customers/us-address.ts'
import { blankOr, line } from '../platform/text.ts'

const needed = (what: string, longest: number) =>
  line.pipe(
    z
      .string()
      .min(1, `Please enter ${what}.`)
      .max(longest, `Please write at most ${longest} characters.`),
  )

const maybe = (longest: number) =>
  line.pipe(z.string().max(longest, `Please write at most ${longest} characters.`)).default('')

/** Who an order goes to, as staff enter or correct it. */
export const correctBuyerForm = z
  .object({
    revision: z.coerce.number().int(),
    name: needed('a name', 100),
    line1: needed('a street address', 200),
    line2: maybe(200),
    city: needed('a city', 100),
    state: stateField,
    postalCode: zipField,
    phone: phoneField,
    email: blankOr(readEmail, notAnEmail),
    /** As it was when the form was shown: what an older program took is kept with its quotes. */
    emailBefore: z.string().default(''),
  })
  .refine(
    ({ email, emailBefore }) =>
      email === null || !isQuotedEmail(email) || email === readEmail(emailBefore),
    { path: ['email'], error: quotedEmail },
  )
  .transform(({ revision, email, emailBefore: _, phone, ...address }) => ({
    ...{ revision, email },
    address: { ...address, country: 'US', ...(phone && { phone }) },
  }))

import { z } from 'zod'
import { readEmail } from '#app/domain/address/email.ts'
import { readState, readZip } from '#app/domain/address/us-places.ts'
import { isQuotedEmail, notAnEmail, quotedEmail } from '../customers/email.ts'
import { phoneField } from '../customers/phone.ts'
import { stateField, stateMessage, zipField, zipMessage } from '../customers/us-address.ts'
import { blankOr, line } from '../platform/text.ts'

const needed = (what: string, longest: number) =>
  line.pipe(
    z
      .string()
      .min(1, `Please enter ${what}.`)
      .max(longest, `Please use no more than ${longest} characters.`),
  )

const maybe = (longest: number) =>
  line.pipe(z.string().max(longest, `Please use no more than ${longest} characters.`)).default('')

const emailFields = {
  email: blankOr(readEmail, notAnEmail),
  /** As it was when the form was shown: what an older program took is kept with its quotes. */
  emailBefore: z.string().default(''),
}

const keepsQuotes = ({ email, emailBefore }: { email: string | null; emailBefore: string }) =>
  email === null || !isQuotedEmail(email) || email === readEmail(emailBefore)

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
    ...emailFields,
  })
  .refine(keepsQuotes, { path: ['email'], error: quotedEmail })
  .transform(({ revision, email, emailBefore: _, phone, ...address }) => ({
    ...{ revision, email },
    address: { ...address, country: 'US', ...(phone && { phone }) },
  }))

/**
 * How the buyer of an order is reached that was shipped or handed over. The address is entered whole, or a name
 * and a phone number alone, or nothing of it.
 */
export const correctContactForm = z
  .object({
    revision: z.coerce.number().int(),
    name: maybe(100),
    line1: maybe(200),
    line2: maybe(200),
    city: maybe(100),
    state: blankOr(readState, stateMessage),
    postalCode: blankOr(readZip, zipMessage),
    phone: phoneField,
    ...emailFields,
  })
  .refine(keepsQuotes, { path: ['email'], error: quotedEmail })
  .transform(({ revision, email, emailBefore: _, phone, state, postalCode, ...place }, context) => {
    const { name, line1, line2, city } = place
    const isPlace = [line1, line2, city, state ?? '', postalCode ?? ''].some((part) => part !== '')
    const missing = (path: string, value: string | null, message: string) => {
      if (!value) context.addIssue({ code: 'custom', path: [path], message })
    }
    if (isPlace || phone !== '') missing('name', name, 'Please enter a name.')
    if (isPlace) {
      missing('line1', line1, 'Please enter a street address.')
      missing('city', city, 'Please enter a city.')
      missing('state', state, stateMessage)
      missing('postalCode', postalCode, zipMessage)
    }
    const address = {
      ...place,
      ...{ state: state ?? '', postalCode: postalCode ?? '', country: 'US' },
      ...(phone && { phone }),
    }
    return { revision, email, address: name === '' ? null : address }
  })

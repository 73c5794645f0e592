import { z } from 'zod'
import { readEmail } from '#app/domain/address/email.ts'
import { readState, readZip } from '#app/domain/address/us-places.ts'
import { isQuotedEmail, notAnEmail, quotedEmail } from '../customers/email.ts'
import { phoneField, stateMessage, zipMessage } from '../customers/us-address.ts'
import { blankOr, filledLine, lineUpTo } from '../platform/text.ts'

const needed = (what: string, longest: number) => filledLine(`Please enter ${what}.`, longest)

const maybe = (longest: number) => lineUpTo(longest).default('')

const emailFields = {
  email: blankOr(readEmail, notAnEmail),
  /** As it was when the form was shown: what an older program took is kept with its quotes. */
  emailBefore: z.string().default(''),
}

const keepsQuotes = ({ email, emailBefore }: { email: string | null; emailBefore: string }) =>
  email === null || !isQuotedEmail(email) || email === readEmail(emailBefore)

/** The country is that of the order: nobody types it. */
const placeFields = {
  state: maybe(100),
  postalCode: maybe(30),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('US'),
}

type Issues = Pick<z.core.$RefinementCtx, 'addIssue'>

const refuse = (context: Issues, path: string, message: string) =>
  context.addIssue({ code: 'custom', path: [path], message })

/** State and ZIP code in their one form; in other countries any text, and none is needed [SHIPPING-08]. */
function readPlace(
  { state, postalCode, country }: { state: string; postalCode: string; country: string },
  context: Issues,
): { state: string; postalCode: string } {
  if (country !== 'US') return { state, postalCode }
  const read = { state: readState(state), postalCode: readZip(postalCode) }
  if (state !== '' && read.state === null) refuse(context, 'state', stateMessage)
  if (postalCode !== '' && read.postalCode === null) refuse(context, 'postalCode', zipMessage)
  return { state: read.state ?? '', postalCode: read.postalCode ?? '' }
}

/** Who an order goes to, as staff enter or correct it. */
export const correctBuyerForm = z
  .object({
    revision: z.coerce.number().int(),
    name: needed('a name', 100),
    line1: needed('a street address', 200),
    line2: maybe(200),
    city: needed('a city', 100),
    ...placeFields,
    phone: phoneField,
    ...emailFields,
  })
  .refine(keepsQuotes, { path: ['email'], error: quotedEmail })
  .transform(({ revision, email, emailBefore: _, phone, ...given }, context) => {
    const address = { ...given, ...readPlace(given, context), ...(phone && { phone }) }
    if (given.country === 'US') {
      if (address.state === '') refuse(context, 'state', stateMessage)
      if (address.postalCode === '') refuse(context, 'postalCode', zipMessage)
    }
    return { revision, email, address }
  })

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
    ...placeFields,
    phone: phoneField,
    ...emailFields,
  })
  .refine(keepsQuotes, { path: ['email'], error: quotedEmail })
  .transform(({ revision, email, emailBefore: _, phone, ...given }, context) => {
    const place = { ...given, ...readPlace(given, context) }
    const { name, line1, line2, city, state, postalCode, country } = place
    const isPlace = [line1, line2, city, state, postalCode].some((part) => part !== '')
    const missing = (path: string, value: string, message: string) => {
      if (!value) refuse(context, path, message)
    }
    if (isPlace || phone !== '') missing('name', name, 'Please enter a name.')
    if (isPlace) {
      missing('line1', line1, 'Please enter a street address.')
      missing('city', city, 'Please enter a city.')
      if (country === 'US') {
        missing('state', state, stateMessage)
        missing('postalCode', postalCode, zipMessage)
      }
    }
    const address = { ...place, ...(phone && { phone }) }
    return { revision, email, address: name === '' ? null : address }
  })

import { z } from 'zod'
import { cents, parseDollars } from '#app/domain/money/cents.ts'
import { emailField } from '../customers/email.ts'
import { stateField, zipField } from '../customers/us-address.ts'

const maxSum = cents(99_999_999)

/** One line of plain text, trimmed; no control characters, which a database may refuse. */
const line = (what: string, longest: number) =>
  z
    .string({ error: `Please enter ${what}.` })
    .trim()
    .max(longest, `Please use no more than ${longest} characters for ${what}.`)
    .regex(/^\P{Cc}*$/u, `Please enter ${what} on one line.`)

const needed = (what: string, longest: number) =>
  line(what, longest).min(1, `Please enter ${what}.`)

/** What a card provider's page would ask for: where to write and where to ship. */
const anywhere = {
  email: emailField,
  name: needed('a name', 100),
  line1: needed('a street address', 200),
  line2: line('the apartment or suite', 200).default(''),
  city: needed('a city', 100),
}
const inStates = z.object({ ...anywhere, state: stateField, postalCode: zipField })
/** Many countries have no states, and some no postal codes. */
const abroad = z.object({
  ...anywhere,
  state: line('the state or region', 100).default(''),
  postalCode: line('the postal code', 20).default(''),
})

/** A part of the sum to wire, in dollars. */
const sum = z.string({ error: 'Please enter an amount.' }).transform((text, context) => {
  const dollars = parseDollars(text.replace(/^\s*\$/, ''))
  if (dollars !== null && dollars > 0 && dollars <= maxSum) return dollars
  context.addIssue({
    code: 'custom',
    message: 'Please enter an amount in dollars and cents, like 1000.00.',
  })
  return z.NEVER
})

/** The sales tax that stood on the page, in cents. */
const shownTax = z.coerce.number().int().min(0).optional()

/** The form of the test payment page; only Pay looks at the fields [ORDER-09]. */
const formWith = (buyer: typeof inStates | typeof abroad) =>
  z.discriminatedUnion(
    'choice',
    [
      z.object({ ...buyer.shape, choice: z.literal('pay'), shownTax }),
      z.object({ ...buyer.shape, choice: z.literal('part'), shownTax, sum }),
      z.object({ choice: z.literal('decline') }),
      z.object({ choice: z.literal('cancel') }),
    ],
    { error: 'Please choose Pay, Decline, or Cancel.' },
  )

export const testPaymentForm = formWith(inStates)
/** Of an order that ships to another country. */
export const testPaymentFormAbroad = formWith(abroad)

export type TestPaymentChoice = z.output<typeof testPaymentForm>
export type BuyerField = keyof z.input<typeof inStates>

/** Plainly nobody's: a reserved domain and an example street. */
export const testBuyer: Record<BuyerField, string> = {
  email: 'test-buyer@example.com',
  name: 'Test Buyer',
  line1: '1000 Example Street',
  line2: '',
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
}

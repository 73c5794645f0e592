import { z } from 'zod'
import { cents, parseDollars } from '#app/domain/money/cents.ts'
import { blankOr } from '../platform/text.ts'

const wholeCents = z.coerce.number().int().min(0).max(999_999_999_999).transform(cents)

/** A sum in dollars; null where nothing was entered: all that is left. */
const sum = blankOr((text) => {
  const dollars = parseDollars(text.replace(/[\s$,]/g, ''))
  return dollars !== null && dollars > 0 ? dollars : null
}, 'Please enter an amount in dollars and cents, like 25.00, or leave it blank for all of it.')

/** What is done to a test payment the way its provider would do it [ORDER-10]. */
export const testProviderForm = z.discriminatedUnion(
  'choice',
  [
    /** `after`: what was refunded when the page was shown, in cents; pressed twice, it is one refund. */
    z.object({ choice: z.literal('refund'), sum, after: wholeCents }),
    z.object({ choice: z.literal('dispute') }),
    z.object({ choice: z.literal('win') }),
    z.object({ choice: z.literal('lose') }),
    z.object({ choice: z.literal('return') }),
  ],
  { error: 'Please choose what happens to the payment.' },
)

export type TestProviderChoice = z.output<typeof testProviderForm>

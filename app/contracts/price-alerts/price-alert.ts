import { z } from 'zod'
import { emailField } from '#app/contracts/customers/email.ts'
import { parseDollarInput } from '#app/domain/money/cents.ts'
import { commaProblem } from '#app/domain/money/typed-number.ts'

const amount = z.string({ error: 'Please enter an amount.' }).transform((text, context) => {
  const read = commaProblem(text, 'dollars') === null ? parseDollarInput(text) : null
  if (read !== null) return read
  const why =
    text.trim() === ''
      ? 'Please enter an amount.'
      : 'Please enter an amount in dollars, like 1,900.'
  context.addIssue(commaProblem(text, 'dollars') ?? why)
  return z.NEVER
})

/** “Email me when this size is under …” on the page of a piece. `size`: a key, or a label. */
export const priceAlertForm = z.object({
  product: z.string().default(''),
  size: z.string().default(''),
  under: amount,
  email: emailField,
})

export type PriceAlertInput = z.infer<typeof priceAlertForm>

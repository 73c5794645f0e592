import { z } from 'zod'
import { parseDollars } from '#app/domain/money/cents.ts'

/** No shop sells for more, and a slip of the finger is seen. */
const maxDollars = 1_000_000

const dollars = z.string().transform((text, context) => {
  const amount = parseDollars(text.trim().replace(/^\$/, '').replaceAll(',', ''))
  if (amount !== null && amount >= 0 && amount <= maxDollars * 100) return amount
  context.addIssue({
    code: 'custom',
    message: `Please enter dollars from 0 to ${maxDollars.toLocaleString('en-US')}, such as 5000.`,
  })
  return z.NEVER
})

/** From which totals an order is looked at more closely [HOLD-06]. */
export const riskForm = z.object({
  high_value: dollars,
  three_d_secure: dollars,
  compare_countries: z
    .literal('yes')
    .optional()
    .transform((value) => value === 'yes'),
})

import { z } from 'zod'
import { wireBankDays as bankDays } from '#app/domain/payments/wire-rules.ts'
import { parseBankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { readBy } from '../platform/text.ts'

const wrongDays = `Please enter a whole number from ${bankDays.least} to ${bankDays.most}`

/** In percent, and in bank days; the form of the settings screen [BANK-01]. */
export const bankDiscountForm = z.object({
  bankDiscount: readBy(
    parseBankDiscount,
    'Please enter a percentage from 0 to 10 with no more than two decimals, like 2.50',
    z.string({ error: 'The bank discount is missing' }),
  ),
  wireBankDays: z.coerce
    .number({ error: wrongDays })
    .int(wrongDays)
    .min(bankDays.least, wrongDays)
    .max(bankDays.most, wrongDays),
})

import { z } from 'zod'
import { isTaxCode } from '#app/domain/orders/sales-tax.ts'
import { usStates } from '#app/domain/orders/us-states.ts'
import { taxCodeSentence } from './tax-code.ts'

/** Whether sales tax is collected, and where the shop is registered for it [TAX-01]. */
export const salesTaxForm = z
  .object({
    enabled: z.boolean(),
    states: z.array(z.string().refine((state) => state in usStates, 'This is not a US state.')),
    taxCode: z.string().trim().refine(isTaxCode, taxCodeSentence),
  })
  .refine(({ enabled, states }) => !enabled || states.length > 0, {
    path: ['states'],
    message: 'Choose the states in which the shop is registered. Without one no tax is collected.',
  })
  .transform(({ states, ...rest }) => ({ ...rest, states: [...new Set(states)].toSorted() }))

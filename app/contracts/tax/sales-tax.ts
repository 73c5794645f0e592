import { z } from 'zod'
import { stateField } from '#app/contracts/customers/us-address.ts'
import { taxPlaces } from '#app/domain/address/us-places.ts'
import { isTaxCode, tangibleGoods } from '#app/domain/tax/sales-tax.ts'

/** Of the form and of the audit log. */
export const salesTaxLabels = {
  enabled: 'Add sales tax on the payment page',
  states: 'States and territories where you’re registered to collect sales tax',
  taxCode: 'Default product tax code',
}

/** A tax code of Stripe as it is entered. */
export const taxCodeMessage = `A Stripe tax code is txcd_ and eight digits, like ${tangibleGoods}.`

/** Whether sales tax is collected, and where the shop is registered for it [TAX-01]. */
export const salesTaxForm = z
  .object({
    enabled: z.boolean(),
    states: z.array(stateField.refine((state) => state in taxPlaces, 'No sales tax is due there.')),
    taxCode: z.string().trim().refine(isTaxCode, taxCodeMessage),
  })
  .refine(({ enabled, states }) => !enabled || states.length > 0, {
    path: ['states'],
    message: 'Choose the states where you’re registered. Without one, no tax is collected.',
  })
  .transform(({ states, ...rest }) => ({ ...rest, states: [...new Set(states)].toSorted() }))

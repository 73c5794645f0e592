import { z } from 'zod'
import { stateField, zipField } from '../customers/us-address.ts'
import { boxFields, boxOf, declaredField, labelForms } from '../fulfillment/label.ts'
import { optionalText, words } from '../returns/return.ts'
import { maxName } from './trade-in.ts'

const labelRatesForm = z
  .object({
    name: words('Please enter the owner’s name.', maxName),
    line1: words('Please enter the street address.', maxName),
    line2: optionalText(maxName),
    city: words('Please enter the city.', maxName),
    state: stateField,
    postalCode: zipField,
    ...boxFields,
    declared: declaredField,
  })
  .transform(({ name, line1, line2, city, state, postalCode, declared, ...form }) => ({
    from: { name, line1, line2, city, state, postalCode },
    box: boxOf(form),
    declared,
  }))

export type LabelRatesInput = z.output<typeof labelRatesForm>

/** What staff do with the prepaid label of a trade-in [TRADE-23]. */
export const tradeInLabelForms = { ...labelForms, 'ask-rates': labelRatesForm }

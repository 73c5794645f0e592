import { z } from 'zod'

const maxLength = 200

const line = (name: string) =>
  z
    .string({ error: `${name} is missing` })
    .trim()
    .min(1, `${name} is empty; buyers read it on every product page`)
    .max(maxLength, `${name} may have at most ${maxLength} characters`)

/** Free text, shown on every product page [SHIP-01]. Fields are named as the record is. */
export const shippingForm = z.object({
  processing_time: line('Processing time'),
  shipping_time: line('Shipping time'),
  shipping_cost: line('Shipping cost'),
})

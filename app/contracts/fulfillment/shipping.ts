import { z } from 'zod'
import {
  isProcessingDays,
  processingDaysRange,
  promisedBusinessDays,
} from '#app/domain/fulfillment/ship-by-calendar.ts'

const maxLength = 200

const line = (name: string) =>
  z
    .string({ error: `${name} is missing` })
    .trim()
    .min(1, `${name} is empty; buyers read it on every product page`)
    .max(maxLength, `${name} may have at most ${maxLength} characters`)

const { least, most } = processingDaysRange
const wrongDays = `Please enter whole business days, from ${least} to ${most}`

/**
 * Free text, shown on every product page [SHIP-01]. Fields are named as the record is. Orders are sent
 * within `processing_days` [DESK-04]: where the text names a number, it is the same one.
 */
export const shippingForm = z
  .object({
    processing_time: line('Processing time'),
    shipping_time: line('Shipping time'),
    shipping_cost: line('Shipping cost'),
    /** Left out: what the text says, or what was stored before. */
    processing_days: z.coerce
      .number(wrongDays)
      .int(wrongDays)
      .min(least, wrongDays)
      .max(most, wrongDays)
      .optional(),
  })
  .superRefine(({ processing_time, processing_days }, context) => {
    const promised = promisedBusinessDays(processing_time)
    if (processing_days === undefined || processing_days === promised) return
    if (!isProcessingDays(promised)) return
    context.addIssue({
      code: 'custom',
      path: ['processing_days'],
      message: `The processing time promises ${promised} business days; write the same number here`,
    })
  })

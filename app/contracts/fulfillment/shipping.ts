import { z } from 'zod'
import {
  isProcessingDays,
  processingDaysRange,
  promisedBusinessDays,
} from '#app/domain/fulfillment/ship-by.ts'

const maxLength = 200

const line = (name: string) =>
  z
    .string({ error: `${name} is missing` })
    .trim()
    .min(1, `${name} is blank; buyers see it on every product page`)
    .max(maxLength, `${name} can have no more than ${maxLength} characters`)

const { least, most } = processingDaysRange
const wrongDays = `Please enter whole business days, from ${least} to ${most}`

/** Of the form and of the audit log. */
export const shippingLabels = {
  processingTime: 'Processing time',
  shippingTime: 'Shipping time',
  shippingCost: 'Shipping cost',
  processingDays: 'Ship within (business days)',
}

/**
 * Free text, shown on every product page [SHIP-01]. Orders are sent within `processingDays` [DESK-04]:
 * where the text names a number, it is the same one.
 */
export const shippingForm = z
  .object({
    processingTime: line(shippingLabels.processingTime),
    shippingTime: line(shippingLabels.shippingTime),
    shippingCost: line(shippingLabels.shippingCost),
    /** Left out: what the text says, or what was stored before. */
    processingDays: z.coerce
      .number(wrongDays)
      .int(wrongDays)
      .min(least, wrongDays)
      .max(most, wrongDays)
      .optional(),
  })
  .transform(({ processingDays, ...texts }, context) => {
    const promised = promisedBusinessDays(texts.processingTime)
    if (!isProcessingDays(promised)) return { ...texts, processingDays }
    if (processingDays === undefined || processingDays === promised) {
      return { ...texts, processingDays: promised }
    }
    context.addIssue({
      code: 'custom',
      path: ['processingDays'],
      message: `The processing time promises ${promised} business days, so enter the same number here`,
    })
    return z.NEVER
  })

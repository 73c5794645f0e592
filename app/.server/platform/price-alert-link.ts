import { z } from 'zod'
import { sealedLink } from './sealed-link.ts'

/**
 * What was asked for in the form. Nothing of it is stored before it is confirmed, so the emailed link
 * carries it [PIECEALERT-01].
 */
const alertRequest = z.object({
  email: z.string(),
  productId: z.string(),
  sizeKey: z.string(),
  /** Cents. */
  under: z.int(),
  /** When the form was sent, in milliseconds. */
  at: z.int(),
})
export type AlertRequest = z.infer<typeof alertRequest>

/** The alert that a link ends; without a size, all alerts of the address [PIECEALERT-06]. */
const ending = z.object({
  email: z.string(),
  size: z.object({ productId: z.string(), sizeKey: z.string() }).nullable(),
})
export type AlertEnding = z.infer<typeof ending>

export const confirmAlertLink = sealedLink('price alert to confirm', '/price-alert/', alertRequest)
export const endAlertLink = sealedLink('price alert to end', '/price-alert/end/', ending)

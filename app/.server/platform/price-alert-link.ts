import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { seal, unseal } from './sealed-text.ts'

/**
 * What was asked for in the form. Nothing of it is stored before it is confirmed, so the emailed link
 * carries it, encrypted: no log or history shows whose address it is [PIECEALERT-01].
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

const [confirmName, endName] = ['price alert to confirm', 'price alert to end']
/** A longer one is none of ours, and not worth decrypting. */
const maxTokenLength = 2000

export function confirmAlertLink(app: AppContext, request: AlertRequest): string {
  return `${app.publicUrl}/price-alert/${seal(app.secret, confirmName, JSON.stringify(request))}`
}

export function endAlertLink(app: AppContext, { email, size }: AlertEnding): string {
  return `${app.publicUrl}/price-alert/end/${seal(app.secret, endName, JSON.stringify({ email, size }))}`
}

/** Null where the link was altered, or is not one of this shop. */
export const readAlertRequest = (app: AppContext, token: string) =>
  readToken(app, token, confirmName, alertRequest)

export const readAlertEnding = (app: AppContext, token: string) =>
  readToken(app, token, endName, ending)

function readToken<T>(app: AppContext, token: string, name: string, schema: z.ZodType<T>) {
  const text = token.length > maxTokenLength ? null : unseal(app, name, token)
  return text === null ? null : schema.parse(JSON.parse(text))
}

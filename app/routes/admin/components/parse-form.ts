import type { z } from 'zod'
import { AppError } from '#app/.server/platform/errors.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'

/** What staff posted, as its schema reads it; an AppError with a sentence for each field otherwise. */
export function parseForm<Output>(
  schema: z.ZodType<Output>,
  typed: Readonly<Record<string, string | undefined>>,
): Output {
  const parsed = schema.safeParse(typed)
  if (parsed.success) return parsed.data
  const errors = fieldErrors(parsed.error)
  const message = Object.values(errors)[0] ?? 'This cannot be done here.'
  throw new AppError('invalid_request', 400, message, { details: { errors } })
}

import type { z } from 'zod'
import { AppError } from '#app/.server/platform/errors.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'

/** A form that its schema does not take, with a message for each field. */
export class InvalidForm extends AppError {
  readonly errors: Record<string, string>

  constructor(errors: Record<string, string>) {
    const message = Object.values(errors)[0] ?? 'This can’t be done here.'
    super('invalid_request', 400, message, { details: { errors } })
    this.errors = errors
  }
}

/** What staff posted, as its schema reads it. */
export function parseForm<Output>(
  schema: z.ZodType<Output>,
  input: Readonly<Record<string, string | undefined>>,
): Output {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new InvalidForm(fieldErrors(parsed.error))
}

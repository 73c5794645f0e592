import { data } from 'react-router'
import type { z } from 'zod'
import { AppError } from '#app/.server/platform/errors.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'
import { privatePage } from './private-page.ts'

type Texts = Record<string, string>

/** Why a form was not taken, what is wrong with which field, and what was typed. */
export type Refused = { refused: string; errors: Texts; typed: Texts }

/** A posted form as its schema reads it; else an AppError with a message for each field. */
export function parsed<Output>(schema: z.ZodType<Output>, input: Texts): Output {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const errors = fieldErrors(result.error)
  const message = Object.values(errors)[0] ?? 'Please check this form again.'
  throw new AppError('invalid_request', 400, message, { details: { errors } })
}

/** What is wrong with which field. */
export const errorsOf = ({ details }: AppError): Texts => (details?.errors ?? {}) as Texts

/** The same, or a sentence where it is about no field. */
export function errorsOrMessage(error: AppError): { message: string | null; errors: Texts } {
  const errors = errorsOf(error)
  return { message: Object.keys(errors).length > 0 ? null : error.message, errors }
}

/** What a page shows for an expected failure, with all that was typed; any other is thrown again. */
export function refusal(error: unknown, typed: Texts) {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  const refused: Refused = { refused: error.message, errors: errorsOf(error), typed }
  return data(refused, { status: error.status, headers: privatePage })
}

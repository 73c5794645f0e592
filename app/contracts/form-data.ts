import type { z } from 'zod'

/** A posted form; a body that is none counts as one in which nothing was typed. */
export const postedForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData())

/** The texts of a posted form by name, without files. */
export async function formTexts(request: Request): Promise<Record<string, string>> {
  const form = await postedForm(request)
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

/** The first message for each field, to show beside it. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of error.issues) errors[String(path[0])] ??= message
  return errors
}

import type { z } from 'zod'

/** The texts of a posted form by name. Files, and a body that is no form, count as nothing typed. */
export async function formTexts(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => new FormData())
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

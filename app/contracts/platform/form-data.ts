import { z } from 'zod'

/** A posted form; a body that is none counts as one in which nothing was entered. */
export const postedForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData())

/** The texts of a form by name, without files. */
export function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

export async function formTexts(request: Request): Promise<Record<string, string>> {
  return textsOf(await postedForm(request))
}

/** A box that is sent only if it is checked. */
export const checkbox = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes')

/** What the validator says where a schema has no words. */
const rawText = /^(Invalid|Too (small|big)|Unrecognized|No matching)\b/

/** Fields that nobody types in: what a form does, and that it is sent once. */
const hidden: ReadonlySet<string> = new Set(['action', 'choice', 'step', 'key', 'revision'])

/** An issue in words for a person, never in those of the validator [ADDR-06]. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (!rawText.test(issue.message)) return issue.message
  if (hidden.has(String(issue.path?.at(-1)))) return 'This page is out of date. Please reload it.'
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? `Please use no more than ${issue.maximum} characters.`
        : `Enter ${issue.maximum} or less.`
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `Enter ${issue.minimum} or more.`
        : 'Please fill this in.'
    case 'invalid_value':
      return 'Please choose one of the options.'
    case 'invalid_type':
      return issue.expected === 'string' ? 'Please fill this in.' : 'Please enter a number.'
    default:
      return 'Please check this.'
  }
}

/** The first message for each field, to show beside it. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) errors[String(issue.path[0])] ??= issueText(issue)
  return errors
}

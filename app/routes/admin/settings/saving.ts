import { data } from 'react-router'
import type { z } from 'zod'
import { AppError } from '#app/.server/platform/errors.ts'

/** What a tab of settings is answered. */
export type Saved<Typed> = {
  saved: boolean
  /** As it was sent: a page without JavaScript shows it again where it was not saved. */
  typed: Typed
  /** The banner's sentence where it was not saved, and by field what is wrong with it. */
  message: string
  fields: Record<string, string>
  /** The same may be saved a moment later. */
  canRetry?: boolean
}

/** Parses what was typed and saves it, or says why not; nothing typed is lost. */
export async function savingSettings<T extends z.ZodType, Typed>(
  schema: T,
  typed: Typed,
  save: (settings: z.output<T>) => Promise<void>,
) {
  const answer = (saved: Omit<Saved<Typed>, 'typed'>, status: number) =>
    data<Saved<Typed>>({ ...saved, typed }, { status })
  const parsed = schema.safeParse(typed)
  if (!parsed.success) {
    const fields: Record<string, string> = {}
    for (const { path, message } of parsed.error.issues) fields[String(path[0])] ??= message
    return answer({ saved: false, message: 'Failed to save changes', fields }, 400)
  }
  try {
    await save(parsed.data)
    return answer({ saved: true, message: 'Changes saved successfully', fields: {} }, 200)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, status } = error
    return answer({ saved: false, message, fields: {}, canRetry: status >= 500 }, status)
  }
}

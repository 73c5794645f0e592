import { data } from 'react-router'
import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'
import { runCommand } from '../components/run-command.ts'

/** Parses what was typed and saves it, or says why not; nothing typed is lost. */
export async function saveSettings<Schema extends z.ZodType, Typed extends object>(
  app: AppContext,
  schema: Schema,
  typed: Typed,
  save: (settings: z.output<Schema>) => Promise<void>,
) {
  const parsed = schema.safeParse(typed)
  if (!parsed.success) {
    const code = 'invalid_request'
    const errors = fieldErrors(parsed.error)
    return data(
      { refused: { code, message: 'Failed to save changes', errors, typed } },
      { status: 400 },
    )
  }
  return runCommand(
    app,
    async () => {
      await save(parsed.data)
      return { done: 'Changes saved successfully' }
    },
    typed,
  )
}

import { data } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { AppError } from '#app/.server/platform/errors.ts'

/**
 * What a command answers, or why it was refused: data for the screen that stays, with the error's
 * status. `typed` is returned with a refusal, for a page without JavaScript.
 */
export async function runCommand<Result, Typed extends object>(
  app: AppContext,
  command: () => Promise<Result>,
  input?: Typed,
) {
  try {
    return await command()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    app.log.info({ code: error.code, ...error.facts }, 'refused')
    const { code, message, status, details } = error
    const refused = {
      code,
      message,
      canRetry: status === 500 || status === 503,
      typed: input,
      ...details,
    }
    return data({ refused }, { status })
  }
}

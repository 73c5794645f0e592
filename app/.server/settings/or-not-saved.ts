import type { AppContext } from '../app-context.ts'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'

/** Runs a save of settings. Whatever goes wrong, staff read the documented sentence [PARA-05, SHIP-03]. */
export async function orNotSaved(
  app: AppContext,
  save: (db: Database) => Promise<unknown>,
): Promise<void> {
  try {
    await save(app.db)
  } catch (error) {
    app.log.error({ err: error }, 'settings were not saved')
    throw new AppError('settings_not_saved', 503, 'Failed to save changes')
  }
}

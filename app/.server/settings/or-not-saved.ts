import type { Database } from '../platform/db/database.ts'
import { Problem } from '../platform/errors.ts'
import type { Shop } from '../app-context.ts'

/** Runs a save of settings. Whatever goes wrong, staff read the documented sentence [PARA-05, SHIP-03]. */
export async function orNotSaved(
  shop: Shop,
  save: (db: Database) => Promise<unknown>,
): Promise<void> {
  try {
    if (!shop.db) throw new Error('there is no database')
    await save(shop.db)
  } catch (error) {
    shop.log.error({ err: error }, 'settings were not saved')
    throw new Problem('settings_not_saved', 503, 'Failed to save changes')
  }
}

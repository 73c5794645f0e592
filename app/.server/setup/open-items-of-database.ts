import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { postgresEngine } from '../platform/db/engines.ts'
import { hasSavedSettings } from '../platform/db/saved-settings.ts'
import { shopSecrets } from '../platform/secret.ts'
import type { OpenItem } from './checklist.ts'
import { setupState } from './queries/open-items.ts'

/**
 * For `npm run launch-check` beside a shop with PostgreSQL: reads alone, and makes no table. Null where
 * the database is none of this version. Throws where it does not answer.
 */
export async function openItemsOfDatabase(config: Config, log: Logger): Promise<OpenItem[] | null> {
  if (!config.databaseUrl) return null
  const db = await (await postgresEngine()).openPostgres(config.databaseUrl, log)
  try {
    if (!(await hasSavedSettings(db.orm))) return null
    return (await setupState({ config, orm: db.orm, ...shopSecrets(config) })).open
  } finally {
    await db.close()
  }
}

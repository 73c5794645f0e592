import type { Config } from '../config.ts'
import type { Orm } from '../platform/db/database.ts'
import { hasSavedSettings, readSavedSettings } from '../platform/db/saved-settings.ts'
import type { ShopSecrets } from '../platform/secret.ts'

/**
 * What backups are encrypted to: BACKUP_KEY of the environment, else the one saved in the shop; null
 * where there is none. `unread`: there is one, made with another secret of the shop.
 */
export async function backupKeyOf(
  config: Config,
  orm: Orm,
  secrets: ShopSecrets,
): Promise<string | null | 'unread'> {
  if (config.given.has('BACKUP_KEY') || !(await hasSavedSettings(orm))) return config.backup.key
  const saved = await readSavedSettings(orm, secrets)
  const key = saved.find(({ name }) => name === 'BACKUP_KEY')
  return key ? (key.value ?? 'unread') : config.backup.key
}

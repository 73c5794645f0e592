import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import { type Connection, type Database, databaseMessage, rows } from '../platform/db/database.ts'
import { MigrationFailed } from '../platform/db/migrate.ts'
import { secretsOf, shopSecrets } from '../platform/secret.ts'
import { BackupError } from './backup-file.ts'
import { backupKeyOf } from './backup-key.ts'
import { takeBackupOn } from './take-backup.ts'
import { tryRestore } from './try-restore.ts'
import { saveBackup } from './write-backup-file.ts'

export type UpdateTask = { config: Config; log: Logger; now: () => Date }

/**
 * Before a start changes the tables of a shop that has orders: writes a backup, and tries the change
 * on a copy. Throws a ConfigError, and nothing was changed, where that fails.
 */
export async function prepareUpdate(
  { config, log, now }: UpdateTask,
  { engine, description }: Pick<Database, 'engine' | 'description'>,
  connection: Connection,
): Promise<void> {
  const [found] = await rows<{ any: boolean }>(
    connection.orm,
    sql`select exists (select from orders) as any`,
  )
  if (!found?.any) return
  const { file, bytes } = await backUpBeforeUpdate({ config, now }, description, connection)
  log.info({ file }, 'the database is about to be updated; a backup was written')
  try {
    await tryRestore({ engine, connection, log }, { file, bytes })
  } catch (error) {
    if (error instanceof BackupError && /may not make a schema/.test(error.message)) {
      log.warn({ reason: error.message }, 'the update could not be tried on a copy first')
      return
    }
    const said = error instanceof Error ? error.message : String(error)
    const why = error instanceof MigrationFailed ? said : (databaseMessage(error) ?? said)
    throw new ConfigError(
      `The update of the database was tried on a copy and failed: ${why}. Nothing was changed: start the older version of the shop again. A backup is in ${file}`,
      { cause: error },
    )
  }
}

/** Where they are, until jobs/delete-old-copies.ts deletes them. */
export const backupsFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backups')

/** Into the data folder, so that it is at hand on the day it is needed; answers its plain bytes too. */
export async function backUpBeforeUpdate(
  { config, now }: Pick<UpdateTask, 'config' | 'now'>,
  description: string,
  connection: Connection,
): Promise<{ file: string; bytes: Buffer }> {
  const own = shopSecrets(config)
  const secrets = secretsOf({ config, ...own })
  const bytes = await takeBackupOn(connection.orm, description, { ...secrets, now: now() })
  const found = await backupKeyOf(config, connection.orm, own)
  // It lies beside the database itself: a key that cannot be read is no reason to have none.
  const key = found === 'unread' ? null : found
  const folder = backupsFolder(config)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const moment = now().toISOString().slice(0, 23).replace(/[:.]/g, '-')
  const file = join(folder, `before-update-${moment}Z.gz${key ? '.age' : ''}`)
  await saveBackup(file, bytes, { recipient: key })
  return { file, bytes }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { backupOfRunningShop, requestRunningServer } from '../control-server.ts'
import { lockDataFolder } from '../platform/db/data-folder.ts'
import type { Database } from '../platform/db/database.ts'
import { embeddedEngine, postgresEngine } from '../platform/db/engines.ts'
import { openMediaFiles } from '../platform/media-files.ts'
import { orAskRunningServer } from '../platform/request-running-server.ts'
import { secretsOf, shopSecrets } from '../platform/secret.ts'
import { BackupError } from './backup-file.ts'
import { backupKeyOf } from './backup-key.ts'
import { checkBackupKey } from './encryption.ts'
import { recordBackup } from './last-backup.ts'
import { backupMessage, type WrittenBackup } from './messages.ts'
import { summaryCollector } from './shop-summary.ts'
import { finishRestore, isRestorePending } from './swap-folder.ts'
import { takeBackup } from './take-backup.ts'
import { refuseExisting, saveBackup } from './write-backup-file.ts'

/** `file` is absolute; `plain`: not encrypted although there is a BACKUP_KEY. */
type BackupTask = { config: Config; file: string; plain?: boolean; log: Logger; now: () => Date }

/**
 * `npm run backup`: writes everything a shop has in its database into one file, beside a running
 * shop or without one, and reads it back. Answers what to tell the owner; throws where there is no
 * backup then.
 */
export async function writeBackup(task: BackupTask): Promise<string[]> {
  const { config, file, log } = task
  checkBackupKey(config.backup.key)
  refuseExisting(file)
  if (config.database === 'none') {
    throw new BackupError('not there', 'This shop runs without a database (DATABASE_URL=none)')
  }
  const written = config.databaseUrl
    ? await backUpAndClose(
        task,
        await (await postgresEngine()).openPostgres(config.databaseUrl, log),
      )
    : await backUpEmbedded(task)
  return backupMessage(written, task)
}

async function backUpEmbedded(task: BackupTask): Promise<WrittenBackup> {
  const { log, file } = task
  const { dataDir } = task.config
  // To open it would make one, and a backup of nothing looks like any other.
  if (!existsSync(join(dataDir, 'db')) && !isRestorePending(dataDir)) {
    throw new BackupError(
      'not there',
      `There is no shop in ${dataDir}; see DATA_DIR and DATABASE_URL`,
    )
  }
  return orAskRunningServer(
    async () => {
      const folder = lockDataFolder(dataDir)
      try {
        finishRestore(dataDir)
        return await backUpAndClose(task, await (await embeddedEngine()).openEmbedded(dataDir, log))
      } finally {
        folder.release()
      }
    },
    async () => {
      const bytes = await backupOfRunningShop(dataDir)
      if (!bytes) return null
      const written = await save(task, bytes, await keyOfRunningShop(task.config))
      const answer = await requestRunningServer(dataDir, { command: 'record-backup', file })
      return { ...written, recorded: answer?.ok === true }
    },
  )
}

type BackupKey = Awaited<ReturnType<typeof backupKeyOf>>

/** Its owners may have saved one, which only the shop itself can read. */
async function keyOfRunningShop({ given, dataDir, backup }: Config): Promise<BackupKey> {
  if (given.has('BACKUP_KEY')) return backup.key
  const asked = await requestRunningServer(dataDir, { command: 'backup-key' })
  return asked?.ok ? (asked.json as { key: BackupKey }).key : backup.key
}

async function backUpAndClose(task: BackupTask, db: Database): Promise<WrittenBackup> {
  const { config, file, now } = task
  try {
    const own = shopSecrets(config)
    const key = await backupKeyOf(config, db.orm, own)
    const secrets = secretsOf({ config, ...own })
    const media = openMediaFiles(config.media, new AbortController().signal)
    const written = await save(task, await takeBackup(db, { ...secrets, now: now(), media }), key)
    const recorded = await recordBackup(db.orm, { now: now(), file }).then(
      () => true,
      () => false,
    )
    return { ...written, recorded }
  } finally {
    await db.close()
  }
}

async function save(
  { file, plain = false }: BackupTask,
  bytes: Buffer,
  key: BackupKey,
): Promise<Omit<WrittenBackup, 'recorded'>> {
  const { take, summary } = summaryCollector()
  if (key === 'unread' && !plain) {
    throw new BackupError(
      'refused',
      'BACKUP_KEY was saved with another SESSION_SECRET and cannot be read; save it again in Setup, or add --plain',
    )
  }
  const recipient = plain ? null : key
  const { contents, stored } = await saveBackup(file, bytes, { recipient, take })
  return {
    bytes: stored.length,
    isEncrypted: recipient !== null,
    contents,
    summary: summary(contents),
  }
}

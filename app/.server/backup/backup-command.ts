import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { askRunningServer, backupOfRunningShop } from '../control-server.ts'
import { orAskRunningServer } from '../platform/ask-running-server.ts'
import { lockDataFolder } from '../platform/db/data-folder.ts'
import type { Database } from '../platform/db/database.ts'
import { openEmbedded } from '../platform/db/embedded.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { secretsOf, shopSecret } from '../platform/secret.ts'
import { BackupError } from './backup-error.ts'
import type { BackupContents } from './backup-file.ts'
import { counted, moment, type ShopSummary, summarized, summarizing } from './backup-summary.ts'
import { recordBackup } from './commands/record-backup.ts'
import { awaitsPlace, takePlace } from './restored-folder.ts'
import { refuseTaken, saveBackup } from './save-backup.ts'
import { takeBackup } from './take-backup.ts'

/** `file` is absolute. */
export type BackupTask = { config: Config; file: string; log: Logger; now: () => Date }

/**
 * `npm run backup`: writes everything a shop has in its database into one file, beside a running
 * shop or without one, and reads it back. Answers what to tell the owner; throws where there is no
 * backup then.
 */
export async function writeBackup(task: BackupTask): Promise<string[]> {
  const { config, file } = task
  refuseTaken(file)
  if (config.database === 'none') {
    throw new BackupError('not there', 'This shop runs without a database (DATABASE_URL=none)')
  }
  const written = await (config.databaseUrl
    ? ofPostgres(task, config.databaseUrl)
    : ofEmbedded(task))
  return words(written, task)
}

type Written = {
  bytes: number
  contents: BackupContents
  summary: ShopSummary
  /** Whether it stands in the audit log; it is as good without. */
  noted: boolean
}

async function ofPostgres(task: BackupTask, url: string): Promise<Written> {
  const db = await openPostgres(url, task.log)
  try {
    return await ofDatabase(task, db)
  } finally {
    await db.close()
  }
}

async function ofEmbedded(task: BackupTask): Promise<Written> {
  const { config, file } = task
  // To open it would make one, and a backup of nothing looks like any other.
  if (!existsSync(join(config.dataDir, 'db')) && !awaitsPlace(config.dataDir)) {
    throw new BackupError(
      'not there',
      `There is no shop in ${config.dataDir}; see DATA_DIR and DATABASE_URL`,
    )
  }
  return orAskRunningServer(
    async () => {
      const folder = lockDataFolder(config.dataDir)
      try {
        takePlace(config.dataDir)
        const db = await openEmbedded(config.dataDir, task.log)
        try {
          return await ofDatabase(task, db)
        } finally {
          await db.close()
        }
      } finally {
        folder.release()
      }
    },
    async () => {
      const bytes = await backupOfRunningShop(config.dataDir)
      if (!bytes) return null
      const written = await save(file, bytes)
      const noted = await askRunningServer(config.dataDir, { command: 'note-backup', file })
      return { ...written, noted: noted?.ok === true }
    },
  )
}

async function ofDatabase({ config, file, now }: BackupTask, db: Database): Promise<Written> {
  const secrets = secretsOf({ config, secret: shopSecret(config) })
  const written = await save(file, await takeBackup(db, { ...secrets, now: now() }))
  const noted = recordBackup(db.orm, { now: now(), file }).then(
    () => true,
    () => false,
  )
  return { ...written, noted: await noted }
}

async function save(file: string, bytes: Buffer): Promise<Omit<Written, 'noted'>> {
  const { take, summary } = summarizing()
  const contents = await saveBackup(file, bytes, take)
  return { bytes: bytes.length, contents, summary: summary(contents) }
}

function words(
  { bytes, contents, summary, noted }: Written,
  { file, config }: BackupTask,
): string[] {
  const { header, tables } = contents
  const count = [...tables.values()].reduce((sum, table) => sum + table.rows, 0)
  return [
    `Backup written and read back: ${file} (${(bytes / 1_000_000).toFixed(2)} MB)`,
    `It holds the shop of ${moment(header.createdAt)}: ${summarized(summary)}; ${counted(count, 'row')} in ${counted(tables.size, 'table')}.`,
    `Not in it are your settings${config.sessionSecret ? ', SESSION_SECRET among them' : ''}: keep a copy of them apart. Keep the backup on another machine, where nobody else reads it.`,
    ...(noted ? [] : ['It could not be noted in the audit log, where staff look for it.']),
  ]
}

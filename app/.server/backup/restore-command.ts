import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { DataFolderInUse, lockDataFolder } from '../platform/db/data-folder.ts'
import type { Connection, Database } from '../platform/db/database.ts'
import { openEmbedded } from '../platform/db/embedded.ts'
import { migrationFiles } from '../platform/db/migrate.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { secretMark } from '../platform/secret.ts'
import { BackupError } from './backup-error.ts'
import { type BackupContents, readBackup } from './backup-file.ts'
import { type ShopSummary, summarizing, summaryOf } from './backup-summary.ts'
import { settleRestored } from './commands/settle-restored.ts'
import { fillFromBackup, thatHadRun } from './fill-from-backup.ts'
import { restoreBeside } from './restore-beside.ts'
import { restoredFolder, takePlace, unfinishedRestore } from './restored-folder.ts'
import { tablesOf } from './text-rows.ts'

/** `file` is absolute. */
export type RestoreTask = { config: Config; file: string; log: Logger }

/** What a restore replaces. */
type Replaced = {
  where: string
  /** null: nothing is there; `unreadable`: something that cannot be opened. */
  summary: (ShopSummary & { notInBackup: number }) | 'unreadable' | null
}

export type Restored = {
  /** Where what was replaced is now, or null where there was nothing. */
  aside: string | null
  mailsHeld: number
  /** Tables of the file that no version of the shop made: they stay in it. */
  strange: string[]
}

export type Restore = {
  contents: BackupContents
  summary: ShopSummary
  replaced: Replaced
  /** Whether the second factors of the admins can be read with the secret there will be. */
  secretFits: boolean
  /** Until its last step, which is done whole or not at all, everything stays as it was. */
  applyPaymentEffect(now: Date): Promise<Restored>
  close(): Promise<void>
}

/**
 * `npm run restore`, up to the question: proves the file, and looks at what it would replace.
 * Changes nothing; throws where the file or the place will not do. The caller closes it.
 */
export async function openRestore(task: RestoreTask): Promise<Restore> {
  const { config, file } = task
  if (config.database === 'none') {
    throw new BackupError('refused', 'This shop runs without a database (DATABASE_URL=none)')
  }
  const { take, summary, hasOrder } = summarizing()
  const contents = await readBackup(file, take)
  thatHadRun(contents.header, await migrationFiles())
  const about = { contents, summary: summary(contents) }
  return config.databaseUrl
    ? { ...about, ...(await intoPostgres(task, contents, hasOrder, config.databaseUrl)) }
    : { ...about, ...(await intoEmbedded(task, contents, hasOrder)) }
}

type HasOrder = (id: string) => boolean
type Target = Pick<Restore, 'replaced' | 'secretFits' | 'applyPaymentEffect' | 'close'>

async function intoPostgres(
  task: RestoreTask,
  contents: BackupContents,
  hasOrder: HasOrder,
  url: string,
): Promise<Target> {
  const db = await openPostgres(url, task.log)
  try {
    const summary = await shopIn(db, hasOrder)
    return {
      replaced: { where: `the database ${db.description}`, summary },
      secretFits: fits(contents, task.config.sessionSecret),
      async applyPaymentEffect(now) {
        let filled: Filled = { mailsHeld: 0, strange: [] }
        const schema = await restoreBeside(db, `before_restore_${stamp(now, '_')}`, async (it) => {
          filled = await fill(task, contents, it, now)
        })
        return { ...filled, aside: schema && `the schema ${schema} of the same database` }
      },
      close: () => db.close(),
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Throws where the database is another program's. */
async function shopIn(db: Database, hasOrder: HasOrder): Promise<Replaced['summary']> {
  const tables = (await tablesOf(db.orm)).map(({ name }) => name)
  if (tables.length === 0) return null
  if (tables.includes('schema_migrations') && tables.includes('orders')) {
    return summaryOf(db.orm, hasOrder)
  }
  throw new BackupError(
    'refused',
    `${db.description} holds no shop but other tables (${tables.slice(0, 5).join(', ')}); make an empty database for the shop, and set DATABASE_URL to it`,
  )
}

async function intoEmbedded(
  task: RestoreTask,
  contents: BackupContents,
  hasOrder: HasOrder,
): Promise<Target> {
  const { dataDir, sessionSecret } = task.config
  const folder = lockOrRefuse(dataDir)
  try {
    takePlace(dataDir)
    const { header } = contents
    const place = join(dataDir, 'db')
    return {
      replaced: {
        where: `the embedded database in ${place}`,
        summary: existsSync(place) ? await shopInFolder(task, hasOrder) : null,
      },
      secretFits: fits(contents, sessionSecret ?? header.secret ?? secretIn(dataDir)),
      async applyPaymentEffect(now) {
        const unfinished = unfinishedRestore(dataDir)
        mkdirSync(unfinished, { mode: 0o700 })
        try {
          const db = await openEmbedded(unfinished, task.log)
          const filled = await db.alone((it) => fill(task, contents, it, now)).finally(db.close)
          if (header.secret && !sessionSecret) {
            writeFileSync(join(unfinished, 'secret'), header.secret, { mode: 0o600 })
          }
          renameSync(unfinished, restoredFolder(dataDir, stamp(now, '-')))
          return { ...filled, aside: takePlace(dataDir) }
        } catch (error) {
          rmSync(unfinished, { recursive: true, force: true })
          throw error
        }
      },
      close: async () => folder.release(),
    }
  } catch (error) {
    folder.release()
    throw error
  }
}

function lockOrRefuse(dataDir: string) {
  try {
    return lockDataFolder(dataDir)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const message = `The shop is running. Stop it, restore, and start it again. (${error.message})`
    throw new BackupError('busy', message, { cause: error })
  }
}

async function shopInFolder(task: RestoreTask, hasOrder: HasOrder): Promise<Replaced['summary']> {
  try {
    const db = await openEmbedded(task.config.dataDir, task.log)
    try {
      return await shopIn(db, hasOrder)
    } finally {
      await db.close()
    }
  } catch {
    // That may be why there is to be a restore.
    return 'unreadable'
  }
}

type Filled = Pick<Restored, 'mailsHeld' | 'strange'>

async function fill(
  { file }: RestoreTask,
  contents: BackupContents,
  connection: Connection,
  now: Date,
): Promise<Filled> {
  const strange = await fillFromBackup(connection, file, contents, await migrationFiles())
  const backupOf = contents.header.createdAt
  return { strange, mailsHeld: await settleRestored(connection.orm, { now, backupOf }) }
}

function fits({ header }: BackupContents, secret: string | null): boolean {
  return secret !== null && secretMark(secret) === header.secretMark
}

function secretIn(dataDir: string): string | null {
  const file = join(dataDir, 'secret')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** 2026-11-21T19-48-33Z, or with another mark: names that sort by time and suit every system. */
function stamp(now: Date, mark: '-' | '_'): string {
  const text = now.toISOString().slice(0, 19)
  return mark === '-' ? `${text.replaceAll(':', '-')}Z` : text.replace(/\D/g, '_')
}

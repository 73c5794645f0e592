import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { recordAuditEvent } from '../audit-log/record-event.ts'
import type { Config } from '../config.ts'
import { DataFolderInUse, lockDataFolder } from '../platform/db/data-folder.ts'
import type { Connection, Database, Orm } from '../platform/db/database.ts'
import { embeddedEngine, postgresEngine } from '../platform/db/engines.ts'
import { migrationFiles, refuseUnreleased, UnreleasedDatabase } from '../platform/db/migrate.ts'
import { emailOutbox } from '../platform/db/schema.ts'
import { openMediaFiles } from '../platform/media-files.ts'
import { parseSecrets, readableSecrets, secretMark } from '../platform/secret.ts'
import { type BackupContents, BackupError, type BackupSource, readBackup } from './backup-file.ts'
import { openBackupFile } from './encryption.ts'
import { restorePictures } from './pictures.ts'
import { migrationsOf, restoreRows } from './restore-rows.ts'
import { type ShopSummary, summaryCollector, summaryOf } from './shop-summary.ts'
import { finishRestore, restoredFolder, unfinishedRestore } from './swap-folder.ts'
import { swapSchema } from './swap-schema.ts'
import { tablesOf } from './table-rows.ts'
import { readUsedCodes, retainUsedCodes, type UsedCodes } from './used-codes.ts'

/** Paths are absolute. */
export type RestoreTask = { config: Config; file: string; identity?: string | null; log: Logger }

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
  /** Recovery codes of the backup that were used or replaced since, and stay spent. */
  codesSpent: number
  /** Tables of the file that no version of the shop made: they stay in it. */
  unknownTables: string[]
  /** Of the library; their widths are made by the shop once it runs. */
  pictures: number
}

export type Restore = {
  contents: BackupContents
  summary: ShopSummary
  replaced: Replaced
  /** Whether the second factors of the admins can be read with the secret there will be. */
  secretFits: boolean
  /** Until its last step, which is done whole or not at all, everything stays as it was. */
  apply(now: Date): Promise<Restored>
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
  const { take, summary, hasOrder } = summaryCollector()
  const source = await openBackupFile(file, task.identity ?? null)
  const contents = await readBackup(source, take)
  migrationsOf(contents.header, await migrationFiles())
  const target = config.databaseUrl
    ? await intoPostgres(task, { source, contents, hasOrder }, config.databaseUrl)
    : await intoEmbedded(task, { source, contents, hasOrder })
  return { contents, summary: summary(contents), ...target }
}

type HasOrder = (id: string) => boolean
type OpenBackup = { source: BackupSource; contents: BackupContents; hasOrder: HasOrder }
type Target = Pick<Restore, 'replaced' | 'secretFits' | 'apply' | 'close'>

async function intoPostgres(task: RestoreTask, backup: OpenBackup, url: string): Promise<Target> {
  const { contents, hasOrder } = backup
  const { openPostgres } = await postgresEngine()
  const db = await openPostgres(url, task.log)
  try {
    const summary = await shopIn(db, hasOrder)
    return {
      replaced: { where: `the database ${db.description}`, summary },
      secretFits: fits(contents, setSecrets(task.config)),
      async apply(now) {
        let filled: Filled = { mailsHeld: 0, unknownTables: [], pictures: 0 }
        let codesSpent = 0
        const schema = await swapSchema(
          db,
          `before_restore_${stamp(now, '_')}`,
          async (it) => {
            filled = await fill(task, backup, it, now)
          },
          async (tx, fromSchema) => {
            if (summary)
              codesSpent = await retainUsedCodes(tx, await readUsedCodes(tx, fromSchema), now)
          },
        )
        return {
          ...filled,
          codesSpent,
          aside: schema && `the schema ${schema} of the same database`,
        }
      },
      close: () => db.close(),
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Throws where the database is another program's, or of a version before the first release. */
async function shopIn(db: Database, hasOrder: HasOrder): Promise<Replaced['summary']> {
  const tables = (await tablesOf(db.orm)).map(({ name }) => name)
  if (tables.length === 0) return null
  if (tables.includes('schema_migrations') && tables.includes('orders')) {
    await refuseUnreleased(db)
    return summaryOf(db.orm, hasOrder)
  }
  throw new BackupError(
    'refused',
    `${db.description} holds no shop but other tables (${tables.slice(0, 5).join(', ')}); make an empty database for the shop, and set DATABASE_URL to it`,
  )
}

async function intoEmbedded(task: RestoreTask, backup: OpenBackup): Promise<Target> {
  const { contents, hasOrder } = backup
  const { dataDir, sessionSecret } = task.config
  const folder = lockOrRefuse(dataDir)
  try {
    finishRestore(dataDir)
    const { header } = contents
    const place = join(dataDir, 'db')
    const secretFile = join(dataDir, 'secret')
    const kept = existsSync(secretFile) ? readFileSync(secretFile, 'utf8').trim() : null
    const there = existsSync(place) ? await shopInFolder(task, hasOrder) : null
    return {
      replaced: {
        where: `the embedded database in ${place}`,
        summary: there?.summary ?? null,
      },
      secretFits: fits(contents, setSecrets(task.config) ?? header.secret ?? kept),
      async apply(now) {
        const unfinished = unfinishedRestore(dataDir)
        mkdirSync(unfinished, { mode: 0o700 })
        try {
          const { openEmbedded } = await embeddedEngine()
          const db = await openEmbedded(unfinished, task.log)
          const work = async (it: Connection) => {
            const filled = await fill(task, backup, it, now)
            const spent = there?.spent ?? null
            return { ...filled, codesSpent: spent ? await retainUsedCodes(it.orm, spent, now) : 0 }
          }
          const filled = await db.alone(work).finally(db.close)
          if (header.secret && !sessionSecret) {
            writeFileSync(join(unfinished, 'secret'), header.secret, { mode: 0o600 })
          }
          renameSync(unfinished, restoredFolder(dataDir, stamp(now, '-')))
          return { ...filled, aside: finishRestore(dataDir) }
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

type ShopInFolder = { summary: Replaced['summary']; spent: UsedCodes | null }

async function shopInFolder(task: RestoreTask, hasOrder: HasOrder): Promise<ShopInFolder> {
  try {
    const { openEmbedded } = await embeddedEngine()
    const db = await openEmbedded(task.config.dataDir, task.log)
    try {
      const summary = await shopIn(db, hasOrder)
      return { summary, spent: summary && (await readUsedCodes(db.orm, 'public')) }
    } finally {
      await db.close()
    }
  } catch (error) {
    if (error instanceof UnreleasedDatabase) throw error
    // That may be the reason for the restore.
    return { summary: 'unreadable', spent: null }
  }
}

type Filled = Pick<Restored, 'mailsHeld' | 'unknownTables' | 'pictures'>

async function fill(
  { config }: RestoreTask,
  { source, contents }: OpenBackup,
  connection: Connection,
  now: Date,
): Promise<Filled> {
  const unknownTables = await restoreRows(connection, source, contents, await migrationFiles())
  const backupOf = contents.header.createdAt
  // Before the rows that name them take their place; what nothing names is swept a day later.
  const media = openMediaFiles(config.media, new AbortController().signal)
  const pictures = await restorePictures(source, contents, media)
  return {
    unknownTables,
    pictures,
    mailsHeld: await holdWaitingEmails(connection.orm, { now, backupOf }),
  }
}

/** Shown instead of the text of an email that has none yet; it is written when it is sent. */
const unwritten = {
  subject: 'Held back after a restore',
  text: 'Its text is written when it’s sent.',
  html: '<p>Its text is written when it’s sent.</p>',
}

/**
 * Emails that waited when the backup was written were most likely sent since, by the shop that is
 * replaced: they go to staff as not sent, with the reason, instead of to buyers a second time.
 * Answers how many these are.
 */
export async function holdWaitingEmails(
  orm: Orm,
  { now, backupOf }: { now: Date; backupOf: string },
): Promise<number> {
  return orm.transaction(async (tx) => {
    const held = await tx
      .update(emailOutbox)
      .set({
        state: 'failed',
        attempts: 0,
        lastError: `It was waiting when the backup of ${backupOf} was made and may have been sent since.`,
        subject: sql`coalesce(${emailOutbox.subject}, ${unwritten.subject})`,
        text: sql`coalesce(${emailOutbox.text}, ${unwritten.text})`,
        html: sql`coalesce(${emailOutbox.html}, ${unwritten.html})`,
        // Without an address the email is written again (compose-email.ts).
        recipient: sql`case when ${emailOutbox.subject} is not null then ${emailOutbox.recipient} end`,
      })
      .where(eq(emailOutbox.state, 'waiting'))
      .returning({ id: emailOutbox.id })
    await recordAuditEvent(tx, {
      at: now,
      actor: { type: 'command', id: 'npm run restore' },
      action: 'backup.restored',
      target: { type: 'backup', id: backupOf },
      facts: { mailsHeld: held.length },
    })
    return held.length
  })
}

/** The secrets of the setting, as one text. */
const setSecrets = ({ sessionSecret, olderSecrets }: Config) =>
  sessionSecret && [sessionSecret, ...olderSecrets].join(',')

/** Any of them: older ones still read. */
const fits = ({ header }: BackupContents, secrets: string | null) =>
  secrets !== null &&
  readableSecrets(parseSecrets(secrets)).some((secret) => secretMark(secret) === header.secretMark)

/** 2026-11-21T19-48-33Z, or with another mark: names that sort by time and suit every system. */
function stamp(now: Date, mark: '-' | '_'): string {
  const text = now.toISOString().slice(0, 19)
  return mark === '-' ? `${text.replaceAll(':', '-')}Z` : text.replace(/\D/g, '_')
}

import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { DataFolderInUse, lockDataFolder } from '../platform/db/data-folder.ts'
import { type Connection, type Database, rows } from '../platform/db/database.ts'
import { embeddedEngine, postgresEngine } from '../platform/db/engines.ts'
import { dueOn, migrate, migrationFiles } from '../platform/db/migrate.ts'
import { BackupError, readBackup } from './backup-file.ts'
import { backUpBeforeUpdate, type UpdateTask } from './before-update.ts'
import { migrationsOf, restoreRows } from './restore-rows.ts'
import { finishRestore, restoredFolder, unfinishedRestore } from './swap-folder.ts'
import { inScratchSchema, swapSchema } from './swap-schema.ts'

/** In this order; each is named before it begins. */
export const updateSteps = ['backup', 'copy', 'trial', 'change', 'check'] as const

export type UpdateRun = UpdateTask & {
  say: (step: (typeof updateSteps)[number], message: string) => void
  /** Starts a shop on a database, asks for its pages, and throws a sentence where it does not serve. */
  check: (db: Database) => Promise<void>
}

/** The migrations that ran, and the folder in which the database of before is kept. */
export type Updated = { migrations: string[]; kept: string | null }

/**
 * `npm run update`: brings the database of a stopped shop up to this version of the program. All is
 * tried on a copy first; the change itself is one step, done whole or not at all, and where the shop
 * does not serve after it, the database of before is put back.
 */
export async function runUpdate(run: UpdateRun): Promise<Updated> {
  const { config } = run
  if (config.database === 'none') return { migrations: [], kept: null }
  if (config.databaseUrl) return updatePostgres(run, config.databaseUrl)
  if (!existsSync(join(config.dataDir, 'db'))) return { migrations: [], kept: null }
  const folder = lockStopped(config.dataDir)
  try {
    return await updateEmbedded(run)
  } finally {
    folder.release()
  }
}

function lockStopped(dataDir: string) {
  try {
    return lockDataFolder(dataDir)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    throw new BackupError('busy', `${shopRuns} (${error.message})`, { cause: error })
  }
}

const shopRuns = 'The shop is running. Stop it, update, and start it again.'

/** The same question alone. */
export async function refuseRunningShop(
  { database, databaseUrl, dataDir }: UpdateTask['config'],
  log: UpdateTask['log'],
): Promise<void> {
  if (database === 'embedded' && existsSync(join(dataDir, 'db'))) lockStopped(dataDir).release()
  if (!databaseUrl) return
  const { openPostgres } = await postgresEngine()
  await withDatabase(await openPostgres(databaseUrl, log, patient), refuseRunning)
}

const due = async (connection: Connection) =>
  (await dueOn(connection, await migrationFiles())).map(({ name }) => name)

async function updateEmbedded({ config, log, now, say, check }: UpdateRun): Promise<Updated> {
  const { dataDir } = config
  finishRestore(dataDir)
  const { openEmbedded } = await embeddedEngine()
  const before = await openEmbedded(dataDir, log)
  let migrations: string[]
  try {
    migrations = await before.alone(due)
    if (migrations.length === 0) return { migrations, kept: null }
    say('backup', 'writing a backup')
    await before.alone((it) => backUpBeforeUpdate({ config, now }, before.description, it))
  } finally {
    await before.close()
  }
  say('copy', 'updating a copy of the database')
  const copy = unfinishedRestore(dataDir)
  try {
    mkdirSync(copy, { mode: 0o700 })
    cpSync(join(dataDir, 'db'), join(copy, 'db'), { recursive: true })
    await withDatabase(await openEmbedded(copy, log), async (db) => {
      await migrate(db)
      say('trial', 'starting the new shop on the copy')
      await check(db)
    })
  } catch (error) {
    rmSync(copy, { recursive: true, force: true })
    throw error
  }
  say('change', 'putting the updated database in its place')
  const moment = now().toISOString().replace(/[:.]/g, '-')
  renameSync(copy, restoredFolder(dataDir, `update-${moment}`))
  const kept = finishRestore(dataDir)
  say('check', 'starting the new shop on it')
  try {
    await withDatabase(await openEmbedded(dataDir, log), check)
  } catch (error) {
    if (kept) putBack(dataDir, kept)
    throw error
  }
  return { migrations, kept }
}

/** By the same step as the update itself, so that it is finished by the next start if it is cut off. */
function putBack(dataDir: string, kept: string): void {
  renameSync(kept, restoredFolder(dataDir, `back-${basename(kept)}`))
  finishRestore(dataDir)
}

async function updatePostgres(run: UpdateRun, url: string): Promise<Updated> {
  const { config, log, now, say, check } = run
  const { openPostgres } = await postgresEngine()
  return withDatabase(await openPostgres(url, log, patient), async (db) => {
    await refuseRunning(db)
    const migrations = await db.alone(due)
    if (migrations.length === 0) return { migrations, kept: null }
    say('backup', 'writing a backup')
    const source = await db.alone((it) => backUpBeforeUpdate({ config, now }, db.description, it))
    const contents = await readBackup(source)
    const files = await migrationFiles()
    say('copy', 'updating a copy of the database')
    await db.alone((connection) =>
      inScratchSchema(connection, trialSchema, async () => {
        await restoreRows(connection, source, contents, files)
        say('trial', 'starting the new shop on the copy')
        await withDatabase(await openPostgres(url, log, { ...patient, schema: trialSchema }), check)
      }),
    )
    say('change', 'updating the database')
    await migrate(db, undefined, log)
    say('check', 'starting the new shop on it')
    try {
      await check(db)
    } catch (error) {
      const aside = `after_update_${now().toISOString().replace(/\D/g, '')}`
      const ranBefore = migrationsOf(contents.header, files)
      await swapSchema(db, aside, async (connection) => {
        await restoreRows(connection, source, contents, ranBefore)
      })
      throw error
    }
    return { migrations, kept: null }
  })
}

const trialSchema = 'trial_update'

/**
 * Nobody waits for a page here, and a machine that updates may be busy. What a killed update left open
 * on the server is no running shop, and is waited for by the lock of `alone`.
 */
const patient = { timeoutMs: 60_000, name: 'update' }

/** Each process of a shop names itself so (postgres.ts). */
async function refuseRunning(db: Database): Promise<void> {
  // The server forgets a connection a moment after it was closed.
  const until = Date.now() + closedWithinMs
  let others = await othersOf(db)
  while (others > 0 && Date.now() < until) {
    await sleep(100)
    others = await othersOf(db)
  }
  if (others === 0) return
  throw new BackupError('busy', `${shopRuns} (${others} connections of it are open.)`)
}

const closedWithinMs = 2000

async function othersOf(db: Database): Promise<number> {
  const [found] = await rows<{ others: number }>(
    db.orm,
    sql`select count(*)::int as others from pg_stat_activity
      where datname = current_database() and application_name = 'shop' and pid <> pg_backend_pid()`,
  )
  return found?.others ?? 0
}

async function withDatabase<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

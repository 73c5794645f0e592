import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { ConfigError } from '#app/.server/config.ts'
import { refuseAnotherProgram } from './another-program.ts'
import { type Connection, type Database, rows } from './database.ts'

/** The first to know `text COLLATE` in function bodies kept as parsed (BEGIN ATOMIC, RETURN). */
const oldestServer = 14

/**
 * Brings the database up to date: runs each file of the folder once, in order of name, all that are
 * due in one transaction: however it is cut off, the database is that of the older program or that of
 * this one. Several processes may start at once. `beforeUpdate` is called before the first is run on a
 * database that others were run on. Answers the files it ran.
 */
export async function migrate(
  db: Database,
  folder: string = resolve('db/migrations'),
  log?: Pick<Logger, 'warn'>,
  beforeUpdate?: (connection: Connection) => Promise<void>,
): Promise<string[]> {
  const files = await migrationFiles(folder)
  return db.alone(async (connection) => {
    if (beforeUpdate) {
      const due = await dueOn(connection, files)
      if (due.length > 0 && due.length < files.length) await beforeUpdate(connection)
    }
    const ran = await migrateOn(connection, files)
    const newer = (await appliedOn(connection)).filter(isUnknownTo(files))
    if (newer.length > 0) {
      log?.warn(
        { migrations: newer.map(({ name }) => name) },
        'a newer version of the shop has changed this database; this version can work with it',
      )
    }
    return ran
  })
}

/** None of those that were due has changed anything. The message names the file. */
export class MigrationFailed extends Error {}

/** The same for given files, in the first schema of the connection's search path. */
export async function migrateOn(
  connection: Connection,
  files: readonly MigrationFile[],
): Promise<string[]> {
  const due = await dueOn(connection, files)
  if (due.length === 0) return []
  let running = ''
  try {
    await connection.inTransaction(async (script) => {
      for (const { name, checksum, text } of due) {
        running = name
        const noted = `'${name}', '${checksum}', ${breakingMark.test(text)}`
        await script(
          `${text}\n;insert into schema_migrations (name, checksum, breaking) values (${noted})`,
        )
      }
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new MigrationFailed(`db/migrations/${running} failed and was undone: ${why}`, {
      cause: error,
    })
  }
  return due.map(({ name }) => name)
}

/** Every version before the first release ran this file first. Their tables had other forms. */
const firstOfUnreleased = '0001_shop.sql'

/** Whether a database or a backup is of a version before the first release. */
export const isUnreleased = (ran: readonly { name: string }[]): boolean =>
  ran.some(({ name }) => name === firstOfUnreleased)

/** Such a database. This version cannot read it, and changes nothing. */
export class UnreleasedDatabase extends ConfigError {
  constructor() {
    super(
      'DATABASE_URL or DATA_DIR leads to a database that was made by a version of the shop from before its first release. This version cannot read it, and nothing was changed: start with an empty database or another DATA_DIR, or restore a backup of it with the last version before the first release',
    )
  }
}

/** Which of the files have not run yet. Throws where the database does not fit this program. */
export async function dueOn(
  connection: Connection,
  files: readonly MigrationFile[],
): Promise<MigrationFile[]> {
  await checkServer(connection)
  await refuseAnotherProgram(connection)
  await connection.script(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now(),
      breaking boolean not null default false
    )`)
  await refuseUnreleased(connection)
  const recorded = await appliedOn(connection)
  const breaking = recorded.filter(isUnknownTo(files)).filter((each) => each.breaking)
  if (breaking.length > 0) {
    throw new ConfigError(
      `DATABASE_URL or DATA_DIR leads to a database that a newer version of the shop has changed (${breaking.map(({ name }) => name).join(', ')}), which this version cannot work with; start the newer version, or restore a backup from before`,
    )
  }
  const applied = new Map(recorded.map(({ name, checksum }) => [name, checksum]))
  return files.filter(({ name, checksum }) => {
    const before = applied.get(name)
    if (before === undefined || before === checksum) return before === undefined
    throw new ConfigError(
      `db/migrations/${name} was changed after this database had run it; restore the file and put the change into a new one`,
    )
  })
}

/** Where the table of the migrations is there. */
export async function refuseUnreleased({ orm }: Pick<Connection, 'orm'>): Promise<void> {
  const ran = await rows<{ name: string }>(orm, sql`select name from schema_migrations`)
  if (isUnreleased(ran)) throw new UnreleasedDatabase()
}

type Applied = { name: string; checksum: string; breaking: boolean }

async function appliedOn({ orm }: Connection): Promise<Applied[]> {
  return rows<Applied>(
    orm,
    sql`select name, checksum, breaking from schema_migrations order by name collate "C"`,
  )
}

const isUnknownTo =
  (files: readonly MigrationFile[]) =>
  ({ name }: Applied): boolean =>
    !files.some((file) => file.name === name)

/** The line by which a file says that programs which do not know it would fail or write wrongly. */
const breakingMark = /^-- breaking\b/m

export type MigrationFile = { name: string; checksum: string; text: string }

export async function migrationFiles(
  folder: string = resolve('db/migrations'),
): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
        throw new ConfigError(`db/migrations/${name} must be named like 0002_what_it_does.sql`)
      }
      // A checkout on Windows may have other line ends; it is still the same migration.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function checkServer({ orm }: Connection): Promise<void> {
  const [server] = await rows<{ version: number; encoding: string }>(
    orm,
    sql`select current_setting('server_version_num')::int / 10000 as version,
               current_setting('server_encoding') as encoding`,
  )
  if (server && server.version < oldestServer) {
    throw new ConfigError(
      `DATABASE_URL leads to PostgreSQL ${server.version}; the shop needs ${oldestServer} or newer`,
    )
  }
  if (server && server.encoding !== 'UTF8') {
    throw new ConfigError(
      `DATABASE_URL leads to a database in ${server.encoding}; make one with encoding UTF8`,
    )
  }
}

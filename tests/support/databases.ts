import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import { afterEach, describe, inject } from 'vitest'
import type { Database, Orm } from '#app/.server/platform/db/database.ts'
import { migrate } from '#app/.server/platform/db/migrate.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { seed } from '#app/.server/platform/db/seed.ts'
import { patience } from './draws.ts'
import { memoryDatabase } from './memory-database.ts'
import { fillDataFolder, once, sharedFolder } from './once-per-run.ts'
import { reusedPostgres } from './reused-postgres.ts'

/** A migrated, seeded database of the test's own, closed for it. */
export type OpenDatabase = () => Promise<Database>

const silent: Logger = pino({ level: 'silent' })
const seededPostgres = reusedPostgres(() => seededPostgresUrl())

/**
 * The same tests on the embedded database and on a real PostgreSQL server [OPS-03]:
 *
 *     onBothDatabases('the catalog', (open) => {
 *       it('…', async () => { const db = await open() })
 *     })
 */
export function onBothDatabases(title: string, tests: (open: OpenDatabase) => void): void {
  describe(`${title}, embedded`, { timeout: patience }, () => {
    tests(closing(memoryDatabase))
  })
  onPostgres(title, tests)
}

/** Tests of what only a server does. Reported as skipped where none is installed. */
export function onPostgres(title: string, tests: (open: OpenDatabase) => void): void {
  const url = inject('postgresUrl')
  describe.skipIf(url === null)(
    url ? `${title}, PostgreSQL` : `${title}, PostgreSQL (skipped: no server is installed)`,
    { timeout: patience },
    () => tests(closing(seededPostgres)),
  )
}

/** Closes after each test whatever was opened in it. */
function closing(open: OpenDatabase): OpenDatabase {
  const opened: Database[] = []
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close()
  })
  return async () => {
    const db = await open()
    opened.push(db)
    return db
  }
}

/**
 * A data folder as the first start of a shop leaves it, without having to wait for that. The shop
 * may be killed and started on it again; the caller deletes it.
 */
export async function seededDataFolder(): Promise<string> {
  runFolder()
  const folder = await mkdtemp(join(tmpdir(), 'four-nines-data-'))
  await fillDataFolder(folder)
  return folder
}

/** Address of a fresh database on the run's server, copied from one migrated and seeded. */
export async function seededPostgresUrl(): Promise<string> {
  const template = 'shop_template'
  await once(runFolder(), 'postgres', async () => {
    const db = await openPostgres(await createDatabase(template), silent)
    await migrate(db)
    await seed(db)
    await db.close()
  })
  return createDatabase(anyName(), `template ${template}`)
}

/** Address of a fresh, empty database on the run's server; `as` says more of `create database`. */
export function emptyPostgresUrl(as = ''): Promise<string> {
  return createDatabase(anyName(), `template template0 ${as}`)
}

function runFolder(): string {
  const folder = sharedFolder()
  if (!folder) throw new Error('This is no run of Vitest with its global set-up')
  return folder
}

const anyName = () => `test_${randomBytes(8).toString('hex')}`

async function createDatabase(name: string, as = 'template template0'): Promise<string> {
  const url = inject('postgresUrl')
  if (!url) throw new Error('No PostgreSQL server is installed')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${name} ${as}`)
  } finally {
    await client.end()
  }
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** The database, which does `first` before each transaction begins: to try what may come between. */
export function beforeTransaction(db: Database, first: () => Promise<void>): Database {
  const transaction = db.orm.transaction.bind(db.orm)
  const orm = new Proxy(db.orm, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name)
      return async (...args: Parameters<typeof transaction>) => {
        await first()
        return transaction(...args)
      }
    },
  })
  return { ...db, orm }
}

/** A database whose transactions are undone after all their work, as by a process that is killed. */
export const killedBeforeCommit = (db: Database): Database => ({
  ...db,
  orm: new Proxy(db.orm, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name)
      return (work: (tx: Orm) => Promise<unknown>) =>
        target.transaction(async (tx) => {
          await work(tx as Orm)
          throw new Error('killed')
        })
    },
  }),
})

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { drizzle } from 'drizzle-orm/pglite'
import type { Logger } from 'pino'
import { ConfigError } from '#app/.server/config.ts'
import { DatabaseUnavailable } from '../errors.ts'
import { embeddedParsers } from './column-types.ts'
import type { Database } from './database.ts'
import { embeddedForDrizzle } from './embedded-queries.ts'
import { withLease } from './lease.ts'
import * as schema from './schema.ts'
import { sessionSettings } from './session.ts'

/**
 * PostgreSQL's page cache is 128 MB by default, all of it in this process; the whole catalog of
 * the largest shop in mind fits into 16, and the idle shop takes 130 MB less.
 */
const small = ['-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB', '-c', 'max_connections=5']

/** The default is of turning disks: an index would be left aside where it is three times as fast. */
const ofSolidDisks = ['-c', 'random_page_cost=1.1']

export type EmbeddedOptions = {
  /** A dump of another instance's files to begin from: tests start five times faster by it. */
  startFrom?: Blob
  /** An instance that is open already. */
  client?: PGlite
  /** Between Drizzle and the instance: a simulation ends its process there. */
  through?: (asked: PGlite) => PGlite
}

/**
 * PostgreSQL inside this process, its files in `db` under the data folder, or nowhere with
 * `memory://`. The caller holds the data folder's lock: two processes on one folder would destroy
 * it. One connection, so statements wait for each other; a transaction stalls all else.
 */
export async function openEmbedded(
  dataDir: string,
  log: Logger,
  { startFrom, client: given, through = (asked) => asked }: EmbeddedOptions = {},
): Promise<Database> {
  const inMemory = dataDir === 'memory://'
  const folder = inMemory ? dataDir : join(dataDir, 'db')
  if (!inMemory) await prepareFiles(dataDir, log)
  const client = given ?? (await start(folder, startFrom).catch((error) => damaged(folder, error)))
  await client.exec(sessionSettings)
  const orm = drizzle(through(embeddedForDrizzle(client)), { schema })
  const transaction = orm.transaction.bind(orm)
  orm.transaction = async (work, config) => {
    if (client.closed) throw new DatabaseUnavailable()
    return transaction(work, config)
  }
  const holder = randomUUID()
  let lastAlone: Promise<unknown> = Promise.resolve()

  return {
    engine: 'embedded',
    orm,
    description: inMemory ? 'embedded, in memory' : `embedded, in ${folder}`,
    async listen(channel, heard) {
      await client.listen(quoted(channel), heard)
      // Not by the function that listen() answers: that one forgets the capitals of the channel.
      return async () => {
        if (!client.closed) await client.unlisten(quoted(channel), heard)
      }
    },
    withLease: (name, work) => withLease({ orm, log, holder, isSoleProcess: true }, name, work),
    alone(work) {
      const mine = lastAlone.then(() =>
        work({
          orm,
          async script(text) {
            await client.exec(text)
          },
          async inTransaction(scripts) {
            await client.transaction((tx) =>
              scripts(async (text) => {
                await tx.exec(text)
              }),
            )
          },
        }),
      )
      lastAlone = mine.catch(() => {})
      return mine
    },
    unhurried: (work) => work(orm),
    async close() {
      if (!client.closed) await client.close()
    },
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function start(folder: string, startFrom?: Blob): Promise<PGlite> {
  return PGlite.create(folder, {
    startParams: [...PGlite.defaultStartParams, ...small, ...ofSolidDisks],
    parsers: embeddedParsers,
    ...(folder === 'memory://' ? {} : { fs: new OwnFiles(folder) }),
    ...(startFrom ? { loadDataDir: startFrom } : {}),
  })
}

/**
 * The engine gives each file that it makes mode 0666, whatever the process's umask; here its owner
 * alone can open it [SECRET-04].
 */
class OwnFiles extends NodeFS {
  override init(...[pg, options]: Parameters<NodeFS['init']>) {
    const narrow = ({ FS }: { FS: { chmod: Chmod } }) => {
      const { chmod } = FS
      FS.chmod = (path, mode, ...more) => chmod(path, mode & ~0o077, ...more)
    }
    return super.init(pg, { ...options, preRun: [...(options.preRun ?? []), narrow] })
  }
}

/** The engine's package has no types of it. */
type Chmod = (path: unknown, mode: number, ...more: unknown[]) => void

/**
 * Makes the database's files where there are none yet. Refuses a folder that held a database: PGlite
 * makes a new one over whatever it does not recognize, and an empty shop would sell.
 */
export async function prepareFiles(dataDir: string, log: Logger): Promise<void> {
  const folder = join(dataDir, 'db')
  const files = await filesIn(folder)
  if (files.includes('PG_VERSION')) return
  if (files.length > 0) {
    throw new ConfigError(
      `DATA_DIR: the database in ${folder} is damaged: its file PG_VERSION is missing. Nothing was changed. ${remedy(folder)}`,
    )
  }
  // A shop makes its secret after its database, so there was a database.
  if ((await filesIn(dataDir)).includes('secret')) {
    throw new ConfigError(
      `DATA_DIR: ${dataDir} belongs to a shop, but its database in ${folder} is missing. Put that folder back, or restore a backup (npm run restore -- FILE); for a new and empty shop, move the file secret away`,
    )
  }
  await makeFiles(folder, log)
}

/**
 * Makes them aside and moves them into place when they are whole, so that a first start that was
 * killed, or ran out of disk, starts over instead of on half a database.
 */
async function makeFiles(folder: string, log: Logger): Promise<void> {
  const unfinished = `${folder}.unfinished`
  try {
    await rm(unfinished, { recursive: true, force: true })
    log.info({ folder }, 'making the embedded database')
    await mkdir(unfinished, { mode: 0o700 })
    const client = await start(unfinished)
    await client.close()
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {})
    throw new ConfigError(
      `DATA_DIR: the database could not be made in ${folder} (${reason(error)}); give it a folder on a disk with 100 MB free that this user may write to`,
      { cause: error },
    )
  }
}

/** A database that cannot be opened or read. To start again would not help. */
export function damaged(folder: string, error: unknown): never {
  throw new ConfigError(
    `DATA_DIR: the database in ${folder} cannot be opened (${reason(error)}): its files are damaged, of another version, or not readable by this user. ${remedy(folder)}`,
    { cause: error },
  )
}

const remedy = (folder: string) =>
  `Restore a backup (npm run restore -- FILE); for a new and empty shop, move ${folder} and the file secret beside it away`

/** The names in a folder; none where there is no such folder. */
async function filesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    return damaged(folder, error)
  })
}

/** The first line: what follows are positions in compiled code. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split(/\n|\. /, 1)[0] ?? ''
}

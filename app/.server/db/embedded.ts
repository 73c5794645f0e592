import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Logger } from 'pino'
import { ConfigProblem } from '../config.ts'
import type { Database } from './database.ts'
import * as schema from './schema.ts'
import { embeddedParsers } from './types.ts'

/**
 * PostgreSQL's page cache is 128 MB by default, all of it in this process; the whole catalogue of
 * the largest shop in mind fits into 16, and the shop at rest takes 130 MB less.
 */
const small = ['-c', 'shared_buffers=16MB', '-c', 'wal_buffers=1MB', '-c', 'max_connections=5']

export type EmbeddedOptions = {
  /** A dump of another instance's files to begin from: tests start five times faster by it. */
  startFrom?: Blob
  /** An instance that is open already. */
  client?: PGlite
}

/**
 * PostgreSQL inside this process, its files in `db` under the data folder, or nowhere with
 * `memory://`. The caller holds the data folder's lock: two processes on one folder would destroy
 * it. One connection, so statements wait for each other; a transaction stalls all else.
 */
export async function openEmbedded(
  dataDir: string,
  log: Logger,
  { startFrom, client: given }: EmbeddedOptions = {},
): Promise<Database> {
  const inMemory = dataDir === 'memory://'
  const folder = inMemory ? dataDir : join(dataDir, 'db')
  if (!inMemory) await makeOnce(folder, log)
  const client = given ?? (await start(folder, startFrom))
  await client.exec(`set time zone 'UTC'`)
  const orm = drizzle(client, { schema })
  const held = new Set<string>()
  let lastAlone: Promise<unknown> = Promise.resolve()

  return {
    engine: 'embedded',
    orm,
    description: inMemory ? 'embedded, in memory' : `embedded, in ${folder}`,
    async listen(channel, heard) {
      await client.listen(quoted(channel), heard)
      // Not by the function that listen() answers: that one forgets the capitals of the channel.
      return () => client.unlisten(quoted(channel), heard)
    },
    async withLock(name, work) {
      if (held.has(name)) return null
      held.add(name)
      try {
        return await work()
      } finally {
        held.delete(name)
      }
    },
    alone(work) {
      const mine = lastAlone.then(() =>
        work({
          orm,
          async script(text) {
            await client.exec(text)
          },
        }),
      )
      lastAlone = mine.catch(() => {})
      return mine
    },
    async close() {
      if (!client.closed) await client.close()
    },
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function start(folder: string, startFrom?: Blob): Promise<PGlite> {
  return PGlite.create(folder, {
    startParams: [...PGlite.defaultStartParams, ...small],
    parsers: embeddedParsers,
    ...(startFrom ? { loadDataDir: startFrom } : {}),
  })
}

/**
 * Makes the database's files aside and moves them into place when they are whole, so that a first
 * start that was killed, or ran out of disk, begins anew instead of on half a database.
 */
async function makeOnce(folder: string, log: Logger): Promise<void> {
  if (await exists(folder)) return
  const unfinished = `${folder}.unfinished`
  try {
    await rm(unfinished, { recursive: true, force: true })
    log.info({ folder }, 'making the embedded database')
    const client = await start(unfinished)
    await client.close()
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {})
    throw new ConfigProblem(
      `DATA_DIR: the database could not be made in ${folder} (${reason(error)}); give it a folder on a disk with 100 MB free that this user may write to`,
      { cause: error },
    )
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

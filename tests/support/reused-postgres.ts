import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Logger, pino } from 'pino'
import type { Database } from '#app/.server/platform/db/database.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { asNew, type Beginning, beginningOf, type Connection, watchWrites } from './as-new.ts'

const silent: Logger = pino({ level: 'silent' })

/**
 * Opens databases of a server that all begin alike, as `make` answers the address of a new one. To
 * copy one costs several times as much as to put its rows back, so each is used again once its test
 * has closed it. One whose schema was changed, or to which somebody is still connected, is not.
 */
export function reusedPostgres(make: () => Promise<string>): () => Promise<Database> {
  const idle: string[] = []
  /** All are copies of one. */
  let beginning: Promise<Beginning> | null = null
  const start = async (): Promise<string> => {
    const url = await make()
    beginning ??= connected(url, beginningOf)
    await beginning
    await connected(url, watchWrites)
    return url
  }
  const isAsNew = async (url: string, before: Beginning): Promise<boolean> =>
    connected(url, async (client) => (await isAlone(client)) && asNew(client, before))
  const taken = async (): Promise<string> => {
    for (let one = idle.pop(); one && beginning; one = idle.pop()) {
      if (await isAsNew(one, await beginning)) return one
    }
    return start()
  }
  return async () => {
    const url = await taken()
    // Patient: a statement that a busy machine keeps waiting has not failed.
    const db = await openPostgres(url, silent, { timeoutMs: 30_000 })
    let open = true
    return {
      ...db,
      async close() {
        if (!open) return
        open = false
        await db.close()
        idle.push(url)
      },
    }
  }
}

async function connected<Answer>(url: string, work: (client: Connection) => Promise<Answer>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work({
      query: (text) => client.query(text) as never,
      exec: (text) => (text ? client.query(text) : Promise.resolve()),
    })
  } finally {
    await client.end()
  }
}

/** A session writes down what it did to which table as it ends, a moment after it was closed. */
async function isAlone(client: Connection): Promise<boolean> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { rows } = await client.query<{ others: number }>(`
      select count(*)::int as others from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    if (rows[0]?.others === 0) return true
    await sleep(10)
  }
  return false
}

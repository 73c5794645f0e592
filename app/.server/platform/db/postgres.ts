import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import { ConfigError } from '#app/.server/config.ts'
import { DatabaseUnavailable } from '../errors.ts'
import { pinPostgresTypes } from './column-types.ts'
import type { Database } from './database.ts'
import { withLease } from './lease.ts'
import { beginSession, refuseSharedSessions } from './own-session.ts'
import { openPool } from './pool/pool.ts'
import { endOf, openListener } from './revisions/listener.ts'
import * as schema from './schema.ts'
import { findTables, sessionSettings } from './session.ts'

export type PostgresOptions = {
  /** How long a connection, and then a statement, may take before it counts as failed. */
  timeoutMs?: number
  leaseMs?: number
  /** The most connections at once, beside one that listens. */
  poolSize?: number
  /** The schema of the tables, where it is not the one that the server would take. */
  schema?: string
  /** What the server calls its connections; those of a running shop are `shop`. */
  name?: string
}

const unhurriedMs = 60_000

/** Keeps this shop's advisory locks apart from those of other programs on the same database. */
const lockSpace = 2_499_979

/**
 * PostgreSQL at an address. Opening does not need the server: each call connects as needed and
 * fails within seconds where nothing answers, so a shop outlives its database and finds it again.
 */
export async function openPostgres(
  url: string,
  log: Logger,
  { timeoutMs = 4000, leaseMs, poolSize = 10, schema: tables, name = 'shop' }: PostgresOptions = {},
): Promise<Database> {
  pinPostgresTypes(pg.types)
  const session = `${sessionSettings}; ${tables ? `set search_path = ${tables}` : findTables}`
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    application_name: name,
  }
  refuseUnreadable(connection)
  const pool = openPool(
    {
      ...connection,
      Client: TimeoutClient,
      size: poolSize,
      timeoutMs,
      query_timeout: timeoutMs + 500,
      idleTimeoutMillis: 30_000,
      verify: (client, done) => {
        beginSession(client, `${session}; set statement_timeout = ${timeoutMs}`).then(
          () => done(),
          done,
        )
      },
    },
    log,
  )
  const orm = drizzle({ client: pool as unknown as pg.Pool, schema })
  // Drizzle's own never gives the connection back where `begin` itself fails, which would use up
  // the pool while a server is unavailable. Here it is always returned.
  orm.transaction = async (work, config) => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(undefined, { cause: error })
    })
    try {
      return await drizzle({ client, schema }).transaction(work, config)
    } finally {
      client.release()
    }
  }

  const connect = async () => {
    const client = new pg.Client(connection)
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
    await client.connect()
    return client
  }
  /** A connection outside the pool, without a time limit for its statements. */
  const connectAlone = async () => {
    const client = await connect()
    try {
      await beginSession(client, `${session}; set statement_timeout = 0`)
      return client
    } catch (error) {
      await endOf(client)
      throw error
    }
  }
  const checkSessions = async () => {
    const one = await connect()
    try {
      const other = await connect()
      await refuseSharedSessions(one, other).finally(() => endOf(other))
    } finally {
      await endOf(one)
    }
  }
  const holder = randomUUID()
  const listener = openListener(connectAlone, log)
  let areSessionsOwn = false

  return {
    engine: 'postgresql',
    orm,
    description: whereTo(url),
    listen: listener.listen,
    withLease: (name, work) =>
      withLease({ orm, log, holder, isSoleProcess: false, lastsMs: leaseMs }, name, work),
    async alone(work) {
      // Once: the pooler of a running shop does not change.
      if (!areSessionsOwn) await checkSessions()
      areSessionsOwn = true
      const client = await connectAlone()
      try {
        await client.query('select pg_advisory_lock($1, 0)', [lockSpace])
        return await work({
          orm: drizzle(client, { schema }),
          async script(text) {
            await client.query(text)
          },
          async inTransaction(scripts) {
            await client.query('begin')
            try {
              await scripts(async (text) => {
                await client.query(text)
              })
              await client.query('commit')
            } catch (error) {
              await client.query('rollback').catch(() => {})
              throw error
            }
          },
        })
      } finally {
        await endOf(client)
      }
    },
    async unhurried(work) {
      const client = await connectAlone()
      try {
        await client.query(`set statement_timeout = ${unhurriedMs}`)
        return await work(drizzle(client, { schema }))
      } finally {
        await endOf(client)
      }
    },
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

/**
 * Gives up a connection whose server stopped answering. node-postgres on its own fails the query
 * and keeps the connection, so the pool would hand out the dead one again and again.
 */
class TimeoutClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]) => {
      const answer = query(...args)
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          if (error instanceof Error && error.message === 'Query read timeout') {
            this.end().catch(() => {})
          }
        })
      }
      return answer
    }
    this.query = watched as typeof this.query
  }
}

/** An address that cannot be read, or a certificate that it names and that is not there. */
function refuseUnreadable(connection: pg.ClientConfig): void {
  try {
    void new pg.Client(connection)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `DATABASE_URL cannot be used (${why}); write it as postgres://name:password@host:5432/database`,
      { cause: error },
    )
  }
}

/** Host, port and database, without user and password. */
function whereTo(url: string): string {
  if (!URL.canParse(url)) return 'PostgreSQL'
  const { hostname, port, pathname, searchParams } = new URL(url)
  const host = hostname || searchParams.get('host') || 'localhost'
  return `PostgreSQL at ${host}:${port || '5432'}${decodeURIComponent(pathname)}`
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { isFull } from '../wrong-setting.ts'
import { isAheadOfPages } from './pool-priority.ts'

/** How long a pool makes do with the connections it has, once the server refused another one. */
const limitedMs = 2000
/** How long an unused connection is kept from then on. */
const scarceIdleMs = 500

/** One connection in five is kept for orders, payments and jobs. */
const reserveOf = (size: number) => Math.max(1, Math.floor(size / 5))

/** Of node-postgres' pool, what Drizzle and transactions need. */
export type Pool = {
  connect(): Promise<pg.PoolClient>
  query: pg.ClientBase['query']
  end(): Promise<void>
}

/**
 * The connections of a process: a pool for everything, and a small one that pages cannot use up.
 * Where the server takes no further connection, work waits for one of those there are.
 */
export function openPool(
  options: pg.PoolConfig & { size: number; timeoutMs: number },
  log: Logger,
): Pool {
  const { size, timeoutMs, ...config } = options
  const reserveSize = reserveOf(size)
  const general = onePool({ ...config, max: size - reserveSize }, log)
  // Kept open: on a full server a new one could not be had when it is needed.
  const reserve = onePool({ ...config, max: reserveSize, idleTimeoutMillis: 0 }, log)

  const choose = () => {
    if (!isAheadOfPages()) return general
    if (hasRoom(reserve)) return reserve
    if (hasRoom(general) || reserve.totalCount === 0) return general
    return general.waitingCount < reserve.waitingCount ? general : reserve
  }

  const connect = async () => {
    const until = performance.now() + timeoutMs
    let pool = choose()
    for (;;) {
      try {
        return await pool.connect()
      } catch (error) {
        if (!isFull(error) || performance.now() > until) throw error
        limitToOpen(pool, pool === reserve ? reserveSize : size - reserveSize)
        // Processes share the server: what is not needed just now is another one's.
        general.options.idleTimeoutMillis = scarceIdleMs
        if (pool.totalCount === 0) pool = pool === reserve ? general : reserve
        // With none at all there is nothing to wait for but the server.
        if (pool.totalCount === 0) await sleep(50 + Math.random() * 100)
      }
    }
  }

  const query = async (...args: unknown[]) => {
    const client = await connect()
    try {
      return await (client.query as (...args: unknown[]) => Promise<unknown>)(...args)
    } finally {
      client.release()
    }
  }

  return {
    connect,
    query: query as unknown as Pool['query'],
    async end() {
      await Promise.all([general, reserve].map((pool) => pool.ending || pool.end()))
    },
  }
}

/** Whether a connection can be had without waiting for somebody else's. */
function hasRoom(pool: pg.Pool): boolean {
  return pool.idleCount > 0 || pool.totalCount < pool.options.max
}

const limited = new WeakSet<pg.Pool>()

/** Lets work queue for the connections there are, instead of asking a full server again and again. */
function limitToOpen(pool: pg.Pool, size: number): void {
  if (pool.totalCount === 0) return
  pool.options.max = pool.totalCount
  if (limited.has(pool)) return
  limited.add(pool)
  setTimeout(() => {
    limited.delete(pool)
    pool.options.max = size
  }, limitedMs).unref()
}

function onePool(config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool(config)
  // The pool listens for errors of a connection only while it is idle. One that breaks while it is
  // lent emits an error that nobody would hear, which ends the process; so each has a listener for
  // life. The pool drops a broken connection itself, and makes another when asked.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  })
  pool.on('error', () => {})
  return pool
}

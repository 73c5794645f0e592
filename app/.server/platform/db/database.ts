import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

/** Drizzle over either engine: one dialect, one schema. */
export type Orm = PgDatabase<PgQueryResultHKT, typeof schema>

export type Database = {
  /** `none`: whatever is asked of it throws DatabaseUnavailable. */
  engine: 'embedded' | 'postgresql' | 'none'
  orm: Orm
  /** Where the data is, without a password: for the start banner and the Debug tab. */
  description: string
  /**
   * Calls back at each NOTIFY on the channel, from this process or another; returns how to stop.
   * After a lost connection it calls back once with an empty payload, since something may have
   * been missed.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * Runs work while this process alone has the named lease, or answers null at once where another
   * one has it. Jobs run once by this however many processes there are.
   */
  withLease<T>(name: string, work: (lease: Lease) => Promise<T>): Promise<T | null>
  /**
   * Runs work on its own connection, without a time limit, after waiting until no other
   * process is in here: for migrations and seed.
   */
  alone<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Reads that may take a minute each, on their own connection: for jobs at night. */
  unhurried<T>(work: (orm: Orm) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What a job is given while it alone runs, in any process. */
export type Lease = {
  /** Aborted once the lease is lost: work that has not begun must not begin. */
  signal: AbortSignal
  /**
   * Throws LeaseLost where another process has taken over. Inside a transaction nobody can take
   * over until that ends, so what it writes is written by the one holder.
   */
  check(orm: Pick<Orm, 'select'>): Promise<void>
}

export type Connection = {
  orm: Orm
  /** Several statements at once, without parameters. */
  script(text: string): Promise<void>
  /** Such scripts in one transaction: all of them, or none where the work throws. */
  inTransaction(work: (script: Connection['script']) => Promise<void>): Promise<void>
}

/** Rows of hand-written SQL, alike on both engines; see types.ts for what each type reads as. */
export async function rows<Row extends Record<string, unknown>>(
  orm: Pick<Orm, 'execute'>,
  query: SQL,
): Promise<Row[]> {
  const result = (await orm.execute(query)) as { rows: Row[] }
  return result.rows
}

/** Asks the least a database can be asked; throws where it does not answer. */
export async function ping(db: Database): Promise<void> {
  await db.orm.execute(sql`select 1`)
}

/** PostgreSQL's five-character error code (`23505`: not unique) behind an error, or null. */
export function sqlState(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? cause.code : undefined
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return null
}

/**
 * What the database, or the way to it, said: the innermost error with a code, without the statement
 * that Drizzle puts in front of it. Null for anything else. For staff, never for visitors.
 */
export function databaseMessage(error: unknown): string | null {
  let message: string | null = null
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') message = cause.message
  }
  return message
}

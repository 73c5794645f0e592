import { DrizzleQueryError } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { AppError, DatabaseUnavailable } from '../errors.ts'
import { type Database, sqlState } from './database.ts'
import { databaseTrouble, readOnlyState } from './wrong-setting.ts'

/**
 * Runs work that nothing but the database can answer. Where it is unavailable, or fails on the way, that is
 * said by `sentence`, else by the error's own. Our own mistakes stay faults: a RangeError or
 * TypeError, and a statement the database could not take or refused.
 */
export async function withDatabase<T>(
  app: AppContext,
  work: (db: Database) => Promise<T>,
  message?: string,
): Promise<T> {
  try {
    return await work(app.db)
  } catch (error) {
    const isOurs =
      error instanceof RangeError || error instanceof TypeError || isMistake(sqlState(error))
    if (isOurs || (error instanceof AppError && !(error instanceof DatabaseUnavailable)))
      throw error
    if (!(error instanceof DatabaseUnavailable)) {
      app.log.error({ err: error }, databaseTrouble(error) ?? 'the database does not answer')
    }
    throw new DatabaseUnavailable(message, { cause: error })
  }
}

/** Waits for work; a database that is unavailable is refused in a sentence for other readers. */
export async function whileUnavailable<T>(message: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    throw new DatabaseUnavailable(message, { cause: error })
  }
}

/** The DatabaseUnavailable that an error of any kind amounts to, or null. */
export function databaseUnavailable(error: unknown): DatabaseUnavailable | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnavailable) return cause
    if (cause instanceof DrizzleQueryError && !isMistake(sqlState(cause))) {
      return new DatabaseUnavailable(undefined, { cause: error })
    }
  }
  return null
}

/**
 * Of PostgreSQL's classes of codes: cardinality, data, constraint, transaction state, syntax. A server
 * that is read-only, or whose owner has taken a right away, is no mistake of ours.
 */
export function isMistake(state: string | null): boolean {
  return (
    state !== null &&
    /^(21|22|23|25|42)/.test(state) &&
    state !== readOnlyState &&
    state !== noRight
  )
}

const noRight = '42501'

/** False in catalog-only mode, and until a configured database is first reached. */
export function hasDatabase({ db }: Pick<AppContext, 'db'>): boolean {
  return db.engine !== 'none'
}

/** Stands in for a database that is not there: whatever is asked of it throws. */
export function unavailableDatabase(description = 'none'): Database {
  const refuse = async () => {
    throw new DatabaseUnavailable()
  }
  return {
    engine: 'none',
    get orm(): never {
      throw new DatabaseUnavailable()
    },
    description,
    listen: refuse,
    withLease: refuse,
    alone: refuse,
    unhurried: refuse,
    close: async () => {},
  }
}

import type { AppContext } from '#app/.server/app-context.ts'
import { AppError } from '../errors.ts'
import { type Database, sqlState } from './database.ts'

/**
 * Runs work that nothing but the database can answer: orders and payments. Where it is away, or
 * fails on the way, the reader is told so by a sentence [D19]. Our own mistakes stay faults: a
 * RangeError or TypeError, and a statement the database could not take or refused.
 */
export async function withDatabase<T>(
  app: AppContext,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (!app.db) throw unavailable()
  try {
    return await work(app.db)
  } catch (error) {
    if (isOurs(error)) throw error
    app.log.error({ err: error }, 'the database cannot be reached for orders')
    throw unavailable()
  }
}

/** Classes of PostgreSQL's codes: cardinality, data, constraint, transaction state, syntax. */
const mistakes = /^(21|22|23|25|42)/

function isOurs(error: unknown): boolean {
  if (error instanceof AppError || error instanceof RangeError || error instanceof TypeError) {
    return true
  }
  return mistakes.test(sqlState(error) ?? '')
}

function unavailable(): AppError {
  return new AppError(
    'shop_unavailable',
    503,
    'The shop cannot take orders right now. Nothing was charged. Please try again in a few minutes.',
  )
}

import { Problem } from '../errors.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { type Database, sqlState } from './database.ts'

/**
 * Runs work that nothing but the database can answer: orders and payments. Where it is away, or
 * fails on the way, the reader is told so by a sentence [D19]. Our own mistakes stay faults: a
 * RangeError or TypeError, and a statement the database could not take or refused.
 */
export async function orUnavailable<T>(shop: Shop, work: (db: Database) => Promise<T>): Promise<T> {
  if (!shop.db) throw unavailable()
  try {
    return await work(shop.db)
  } catch (error) {
    if (isOurs(error)) throw error
    shop.log.error({ err: error }, 'the database cannot be reached for orders')
    throw unavailable()
  }
}

/** Classes of PostgreSQL's codes: cardinality, data, constraint, transaction state, syntax. */
const mistakes = /^(21|22|23|25|42)/

function isOurs(error: unknown): boolean {
  if (error instanceof Problem || error instanceof RangeError || error instanceof TypeError) {
    return true
  }
  return mistakes.test(sqlState(error) ?? '')
}

function unavailable(): Problem {
  return new Problem(
    'shop_unavailable',
    503,
    'The shop cannot take orders right now. Nothing was charged. Please try again in a few minutes.',
  )
}

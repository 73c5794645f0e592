import { types as pglite } from '@electric-sql/pglite'
import pg from 'pg'

/**
 * What a column's type reads as, the same on both engines. Drizzle's own columns convert further
 * (timestamptz to Date); this is what hand-written SQL gets:
 *
 * - bigint and count(*): a number, exact or refused
 * - numeric: a string, every digit kept
 * - timestamptz, date: a string in UTC
 * - json, jsonb: the value
 */

function exactNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be held exactly`)
  return value
}

const asText = (text: string) => text

export const embeddedParsers = {
  [pglite.INT8]: exactNumber,
  [pglite.NUMERIC]: asText,
  [pglite.TIMESTAMPTZ]: asText,
  [pglite.DATE]: asText,
}

/** node-postgres keeps its parsers in one table for the whole process, and Drizzle reads them there. */
export function pinPostgresTypes(): void {
  pg.types.setTypeParser(pg.types.builtins.INT8, exactNumber)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, asText)
  pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, asText)
  pg.types.setTypeParser(pg.types.builtins.DATE, asText)
}

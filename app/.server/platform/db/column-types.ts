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

/** PostgreSQL's numbers of types, pg_type.oid. */
const oid = { int8: 20, numeric: 1700, timestamptz: 1184, date: 1082 }

const asText = (text: string) => text

export const embeddedParsers = {
  [oid.int8]: exactNumber,
  [oid.numeric]: asText,
  [oid.timestamptz]: asText,
  [oid.date]: asText,
}

type Parsers = { setTypeParser(oid: number, parse: (text: string) => unknown): void }

/** node-postgres keeps its parsers in one table for the whole process, and Drizzle reads them there. */
export function pinPostgresTypes(types: Parsers): void {
  for (const [type, parse] of Object.entries(embeddedParsers))
    types.setTypeParser(Number(type), parse)
}

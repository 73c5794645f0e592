import { sql } from 'drizzle-orm'
import { tablesOf } from '#app/.server/backup/table-rows.ts'
import { type Database, rows } from '#app/.server/platform/db/database.ts'

/** The tables that have this text in any column, ignoring case. */
export async function tablesWith({ orm }: Pick<Database, 'orm'>, word: string): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await tablesOf(orm)) {
    const query = sql`select 1 as one from ${sql.identifier(name)} t where t::text ilike ${`%${word}%`}`
    if ((await rows(orm, query)).length > 0) found.push(name)
  }
  return found
}

import { sql } from 'drizzle-orm'
import { ConfigError } from '#app/.server/config.ts'
import { type Connection, rows } from './database.ts'

/** How many of the tables are named. */
const shown = 5

/**
 * Throws, before anything is made, where the schema holds tables and none of them is of a shop: those of
 * another program may have the names of ours, and a backup would take them along.
 */
export async function refuseAnotherProgram({ orm }: Pick<Connection, 'orm'>): Promise<void> {
  const tables = await rows<{ name: string; isOurs: boolean }>(
    orm,
    // Tables of an extension are the server's: PostGIS has some in every database.
    sql`select relname::text as name,
               relname = 'schema_migrations' and exists (
                 select from pg_catalog.pg_attribute
                 where attrelid = pg_class.oid and attname = 'checksum') as "isOurs"
        from pg_catalog.pg_class
        where relkind in ('r', 'p', 'v', 'm', 'f')
          and relnamespace = (select oid from pg_catalog.pg_namespace where nspname = current_schema())
          and not exists (
            select from pg_catalog.pg_depend
            where classid = 'pg_catalog.pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
        order by relname collate "C"`,
  )
  const others = tables.filter(({ isOurs }) => !isOurs).map(({ name }) => name)
  if (others.length === 0 || (others.length < tables.length && (await hasRun(orm)))) return
  throw new ConfigError(
    `DATABASE_URL points to a database that holds another program’s tables (${others.slice(0, shown).join(', ')}${others.length > shown ? ', …' : ''}). Nothing was changed. Make an empty database for the shop, and set DATABASE_URL to it`,
  )
}

async function hasRun(orm: Connection['orm']): Promise<boolean> {
  const [found] = await rows<{ any: boolean }>(
    orm,
    sql`select exists (select from schema_migrations) as any`,
  )
  return found?.any === true
}

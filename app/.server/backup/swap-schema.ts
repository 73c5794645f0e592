import { sql } from 'drizzle-orm'
import {
  type Connection,
  type Database,
  type Orm,
  rows,
  sqlState,
} from '../platform/db/database.ts'
import { BackupError } from './backup-file.ts'

/** Where the new tables are made, until they are whole. */
const staging = 'restoring'

/** PostgreSQL's codes. */
const notAllowed = '42501'
/** Two that wait for each other, and one that waited too long. */
const lockFailures = ['40P01', '55P03']
const maxTries = 5

/**
 * Restores into a PostgreSQL database, also beside running shops: `fill` makes and fills the tables
 * in a separate schema, and only when they are whole, one transaction puts them in the place of
 * those that were, which are moved to the schema answered, or null where there were none. Whatever
 * fails before leaves all as it was. `takeOver` carries over what must come from those that were; it
 * is given their schema once nobody writes there any longer.
 */
export async function swapSchema(
  db: Database,
  aside: string,
  fill: (connection: Connection) => Promise<void>,
  takeOver: TakeOver = async () => {},
): Promise<string | null> {
  return db.alone(async (connection) => {
    const current = await currentSchema(connection.orm)
    await createSchema(
      connection,
      `drop schema if exists ${staging} cascade; create schema ${staging}`,
    )
    try {
      await connection.script(`set search_path = ${staging}`)
      await fill(connection)
      for (let tries = 1; ; tries += 1) {
        try {
          return await connection.orm.transaction((tx) => swap(tx, current, aside, takeOver))
        } catch (error) {
          if (!lockFailures.includes(sqlState(error) ?? '')) throw error
          if (tries < maxTries) continue
          throw new BackupError(
            'busy',
            'Others are at work on the tables without a pause; stop the shop, then restore again',
            { cause: error },
          )
        }
      }
    } catch (error) {
      await connection.script(`drop schema if exists ${staging} cascade`).catch(() => {})
      throw error
    } finally {
      await connection.script(searchIn(current)).catch(() => {})
    }
  })
}

async function currentSchema(orm: Orm): Promise<string> {
  const [found] = await rows<{ name: string | null }>(orm, sql`select current_schema() as name`)
  if (!found?.name) {
    throw new BackupError('refused', 'The database of DATABASE_URL has no schema to restore into')
  }
  return found.name
}

const searchIn = (name: string) => `set search_path = "${name.replaceAll('"', '""')}"`

async function createSchema(connection: Connection, script: string): Promise<void> {
  try {
    await connection.script(script)
  } catch (error) {
    if (sqlState(error) !== notAllowed) throw error
    throw new BackupError(
      'refused',
      'The user of DATABASE_URL may not make a schema; let its owner say: grant create on database … to …',
      { cause: error },
    )
  }
}

/** Gives work its own empty schema, which is dropped afterwards; safe while shops run. */
export async function inScratchSchema(
  connection: Connection,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const drop = `drop schema if exists ${name} cascade`
  const current = await currentSchema(connection.orm)
  await createSchema(connection, `${drop}; create schema ${name}`)
  try {
    await connection.script(`set search_path = ${name}`)
    await work()
  } finally {
    await connection.script('rollback').catch(() => {})
    await connection.script(`${searchIn(current)}; ${drop}`).catch(() => {})
  }
}

type TakeOver = (tx: Orm, fromSchema: string) => Promise<void>

async function swap(
  tx: Orm,
  current: string,
  aside: string,
  takeOver: TakeOver,
): Promise<string | null> {
  // Queries that wait behind this lock wait no longer than this.
  await tx.execute(sql`set local lock_timeout = '5s'`)
  const old = await movable(tx, current)
  if (old.length > 0) {
    await tx.execute(sql`create schema ${sql.identifier(aside)}`)
    // One after the other they would let transactions of the shop in between, and wait for them.
    const tables = old.filter(({ kind }) => kind === 'table').map(({ name }) => sql.raw(name))
    if (tables.length > 0)
      await tx.execute(sql`lock table ${sql.join(tables, sql`, `)} in access exclusive mode`)
    await takeOver(tx, current)
    await move(tx, old, aside)
  }
  await move(tx, await movable(tx, staging), current)
  // Fails where something was left in it, rather than losing that.
  await tx.execute(sql`drop schema ${sql.identifier(staging)}`)
  await tx.execute(sql`select pg_notify('page_revision', '')`)
  return old.length > 0 ? aside : null
}

type SchemaObject = { kind: 'table' | 'view' | 'materialized view' | 'routine'; name: string }

/** What is moved explicitly; indexes, counters and triggers go with their tables. */
function movable(tx: Orm, schema: string): Promise<SchemaObject[]> {
  return rows<SchemaObject>(
    tx,
    sql`select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end
        as kind, format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      union all
      select 'routine', format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = ${schema}
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      order by name`,
  )
}

async function move(tx: Orm, objects: readonly SchemaObject[], to: string): Promise<void> {
  for (const { kind, name } of objects) {
    await tx.execute(sql`alter ${sql.raw(kind)} ${sql.raw(name)} set schema ${sql.identifier(to)}`)
  }
}

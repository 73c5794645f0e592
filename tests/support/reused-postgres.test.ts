import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, inject, it } from 'vitest'
import { type Database, rows } from '#app/.server/platform/db/database.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { onPostgres, seededPostgresUrl } from './databases.ts'
import { reusedPostgres } from './reused-postgres.ts'

const anEvent = sql`insert into audit_log (actor_type, actor_id, action, at) values ('admin', 'x', 'x', now()) returning id`

/** Which database it is. */
async function nameOf({ orm }: Database): Promise<string> {
  const [row] = await rows<{ name: string }>(orm, sql`select current_database() as name`)
  return row?.name ?? ''
}

/** All rows of all tables as they lie there, what the planner knows, where counters stand. */
async function everything({ orm }: Database): Promise<unknown> {
  const tables = await rows<{ name: string }>(
    orm,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const found: unknown[] = []
  for (const { name } of tables) {
    const all = sql`select t::text as row from ${sql.identifier(name)} as t order by ctid`
    found.push([name, await rows(orm, all)])
  }
  const known = sql`
    select relname, relpages, reltuples, case relkind when 'r' then pg_relation_size(oid) end as bytes,
      (select count(*) from pg_statistic where starelid = pg_class.oid) as statistics
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') order by 1`
  const counters = sql`select sequencename, last_value from pg_sequences order by 1`
  return [found, await rows(orm, known), await rows(orm, counters)]
}

onPostgres('a database of a server used again', () => {
  const open = reusedPostgres(() => seededPostgresUrl())

  it('is as it was at its beginning: rows and their order, counters, what the planner knows', async () => {
    const first = await open()
    const [name, before] = [await nameOf(first), await everything(first)]
    await first.orm.execute(sql`update products set name = name || ' again', active = false`)
    await first.orm.execute(sql`delete from product_attributes`)
    await first.orm.execute(anEvent)
    await first.orm.execute(sql`analyze`)
    await first.close()

    const second = await open()
    expect(await nameOf(second)).toBe(name)
    expect(await everything(second)).toEqual(before)
    expect(await rows(second.orm, anEvent)).toEqual([{ id: 1 }])
    await second.close()
    await expect(Promise.resolve(first.orm.execute(sql`select 1`))).rejects.toThrow()
  })

  it('is another one where the test before changed the schema, or has not closed its own', async () => {
    const first = await open()
    await first.orm.execute(sql`alter table products drop constraint products_pkey cascade`)
    await first.close()
    const second = await open()
    expect(await nameOf(second)).not.toBe(await nameOf(await open()))
    const keys = sql`select 1 as one from pg_constraint where conname = 'products_pkey'`
    expect(await rows(second.orm, keys)).toEqual([{ one: 1 }])
    await second.close()
  })

  it('is another one where the test before gave it a setting', async () => {
    const first = await open()
    const name = await nameOf(first)
    await first.orm.execute(sql`alter database ${sql.identifier(name)} set datestyle = 'SQL, DMY'`)
    await first.close()
    const second = await open()
    expect(await nameOf(second)).not.toBe(name)
    await second.close()
  })

  it('is another one while somebody is still connected to the one before', async () => {
    const first = await open()
    const name = await nameOf(first)
    const address = new URL(inject('postgresUrl') ?? '')
    address.pathname = `/${name}`
    const other = await openPostgres(address.href, pino({ level: 'silent' }))
    await other.orm.execute(sql`update products set name = 'Another'`)
    await first.close()
    const second = await open()
    expect(await nameOf(second)).not.toBe(name)
    await other.close()
    await second.close()
  })
})

import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { embeddedParsers } from '#app/.server/platform/db/column-types.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { openEmbedded } from '#app/.server/platform/db/embedded.ts'

/** Hands out embedded databases that all begin alike; those that were closed are used again. */
export type ReusedEmbedded = {
  open(): Promise<Database>
  /** Ends those that wait to be used again. */
  close(): Promise<void>
}

type Instance = {
  client: PGlite
  /** What the schema was like at the beginning. */
  schema: string
  /** By table, what brings back the rows it had and what the planner knew of it. */
  contents: Map<string, string>
  counters: string
}

const silent = pino({ level: 'silent' })

/**
 * To start one takes a second and to put its rows back a fiftieth of that, so each is used again once
 * its test has closed it. A test that changed the schema leaves one that is not.
 */
export function reusedEmbedded(files: () => Promise<Blob>): ReusedEmbedded {
  const idle: Instance[] = []
  const start = async (): Promise<Instance> => {
    const loadDataDir = await files()
    const client = await PGlite.create('memory://', { loadDataDir, parsers: embeddedParsers })
    const counters = await countersOf(client)
    const contents = await contentsOf(client)
    await client.exec('select pg_stat_reset()')
    return { client, schema: await schemaOf(client), contents, counters }
  }
  const asNew = async (instance: Instance): Promise<boolean> => {
    const { client, schema } = instance
    if (client.closed) return false
    await client.exec('rollback')
    await client.exec('discard all')
    if ((await schemaOf(client)) !== schema) return false
    await restore(instance)
    return true
  }
  const taken = async (): Promise<Instance> => {
    for (let one = idle.pop(); one; one = idle.pop()) {
      if (await asNew(one)) return one
      await one.client.close()
    }
    return start()
  }
  return {
    async open() {
      const instance = await taken()
      const { client, giveBack } = lent(instance.client)
      const db = await openEmbedded('memory://', silent, { client })
      let open = true
      return {
        ...db,
        async close() {
          if (!open) return
          open = false
          await giveBack()
          idle.push(instance)
        },
      }
    },
    async close() {
      for (const { client } of idle.splice(0)) await client.close()
    },
  }
}

/** The client until it is given back; from then on it is closed to whoever still holds it. */
function lent(client: PGlite) {
  let isBack = false
  const listening: Parameters<PGlite['unlisten']>[] = []
  const face = new Proxy(client, {
    get(target, key) {
      if (key === 'closed') return isBack || target.closed
      const value = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (isBack) throw new Error('PGlite is closed')
        if (key === 'listen') listening.push(args as Parameters<PGlite['unlisten']>)
        return value.apply(target, args)
      }
    },
  })
  const giveBack = async () => {
    isBack = true
    for (const heard of listening) await client.unlisten(...heard)
  }
  return { client: face, giveBack }
}

/** Everything the schema is made of, in a word that changes with it. */
async function schemaOf(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ print: string }>(`
    with shop as (select oid from pg_namespace where nspname = 'public'),
    relations as (select oid, relname, relkind from pg_class where relnamespace in (table shop))
    select md5(string_agg(part, ' ' order by part)) as print from (
      select format('n %s', oid) as part from pg_namespace where nspname !~ '^pg_'
      union all select format('r %s %s %s', oid, relname, relkind) from relations
      union all select format('f %s %s', oid, pg_relation_filenode(oid)) from relations
        where relkind = 'r'
      union all select format('a %s %s %s %s', attrelid, attname, atttypid, attnotnull)
        from pg_attribute where attnum > 0 and attrelid in (select oid from relations)
      union all select format('d %s %s', oid, adbin) from pg_attrdef
      union all select format('c %s %s', oid, convalidated) from pg_constraint
      union all select format('t %s %s', oid, tgenabled) from pg_trigger where not tgisinternal
      union all select format('p %s %s', oid, prosrc) from pg_proc where pronamespace in (table shop)
    ) as parts`)
  return rows[0]?.print ?? ''
}

/**
 * Puts back the tables that were written, as a new database has them: in pages that are filled from
 * their beginning, and unknown to the planner. What a query without an order answers stays the same.
 */
async function restore({ client, contents, counters }: Instance): Promise<void> {
  await client.exec('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ name: string }>(`
    select quote_ident(relname) as name from pg_stat_user_tables
    where schemaname = 'public' and n_tup_ins + n_tup_upd + n_tup_del > 0`)
  const written = rows.map(({ name }) => name)
  if (written.length > 0) {
    // No trigger writes another row, and no order of tables is asked for.
    const asOwner = ['begin', 'set local session_replication_role = replica']
    await client.exec(
      [...asOwner, ...written.map((name) => `delete from ${name}`), 'commit'].join(';'),
    )
    await client.exec(`vacuum ${written.join(', ')}`)
    // An index keeps its pages, and the planner counts them.
    const grown = await client.query<{ name: string }>(`
      select quote_ident(relname) as name from pg_class where oid in (
        select indrelid from pg_index where pg_relation_size(indexrelid) > 2 * 8192)
      and quote_ident(relname) in (${written.map((name) => `'${name}'`).join(', ')})`)
    await client.exec(grown.rows.map(({ name }) => `reindex table ${name}`).join(';'))
    const fills = written.map((name) => contents.get(name) ?? '')
    fills.push(
      "delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)",
    )
    await client.exec([...asOwner, ...fills, 'commit'].join(';'))
    await client.exec('select pg_stat_force_next_flush()')
    await client.exec('select pg_stat_reset()')
  }
  await client.exec(counters)
}

async function contentsOf(client: PGlite): Promise<Map<string, string>> {
  // What the database generates by itself is not for us to write.
  const tables = await client.query<{ name: string; columns: string; known: string }>(`
    select quote_ident(table_name) as name,
      string_agg(quote_ident(column_name), ', ') filter (where is_generated = 'NEVER') as columns,
      (select string_agg(format(
          'update pg_class set relpages = %s, reltuples = %s, relallvisible = %s where oid = %s',
          relpages, reltuples, relallvisible, oid), ';')
        from pg_class where oid = table_name::regclass or oid in
          (select indexrelid from pg_index where indrelid = table_name::regclass)) as known
    from information_schema.columns
    where table_schema = 'public' and table_name in (select tablename from pg_tables)
    group by table_name`)
  const contents = new Map<string, string>()
  for (const { name, columns, known } of tables.rows) {
    const { rows } = await client.query<{ all: string | null }>(
      `select quote_literal(json_agg(t)::text) as all from ${name} as t`,
    )
    const fill = `insert into ${name} (${columns})
      select ${columns} from json_populate_recordset(null::${name}, ${rows[0]?.all})`
    contents.set(name, rows[0]?.all ? `${fill};${known}` : known)
  }
  return contents
}

async function countersOf(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ set: string }>(
    `select format('select setval(%L, %s, %L)', quote_ident(sequencename),
       coalesce(last_value, start_value), last_value is not null) as set
     from pg_sequences where schemaname = 'public'`,
  )
  return rows.map(({ set }) => set).join(';')
}

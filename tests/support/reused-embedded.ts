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
  /** Brings every row and every counter back to what they were. */
  restore: string
}

const silent = pino({ level: 'silent' })

/**
 * To start one takes a second and to put its rows back a tenth of that, so each is used again once
 * its test has closed it. A test that changed the schema leaves one that is not.
 */
export function reusedEmbedded(files: () => Promise<Blob>): ReusedEmbedded {
  const idle: Instance[] = []
  const start = async (): Promise<Instance> => {
    const loadDataDir = await files()
    const client = await PGlite.create('memory://', { loadDataDir, parsers: embeddedParsers })
    return { client, schema: await schemaOf(client), restore: await restoring(client) }
  }
  const asNew = async ({ client, schema, restore }: Instance): Promise<boolean> => {
    if (client.closed) return false
    await client.exec('rollback')
    await client.exec('discard all')
    if ((await schemaOf(client)) !== schema) return false
    await client.exec(restore)
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
      union all select format('a %s %s %s %s', attrelid, attname, atttypid, attnotnull)
        from pg_attribute where attnum > 0 and attrelid in (select oid from relations)
      union all select format('d %s %s', oid, adbin) from pg_attrdef
      union all select format('c %s %s', oid, convalidated) from pg_constraint
      union all select format('t %s %s', oid, tgenabled) from pg_trigger where not tgisinternal
      union all select format('p %s %s', oid, prosrc) from pg_proc where pronamespace in (table shop)
    ) as parts`)
  return rows[0]?.print ?? ''
}

async function restoring(client: PGlite): Promise<string> {
  // What the database generates by itself is not for us to write.
  const tables = await client.query<{ name: string; columns: string }>(`
    select quote_ident(table_name) as name,
      string_agg(quote_ident(column_name), ', ') filter (where is_generated = 'NEVER') as columns
    from information_schema.columns
    where table_schema = 'public' and table_name in (select tablename from pg_tables)
    group by table_name`)
  const fills: string[] = []
  for (const { name, columns } of tables.rows) {
    const { rows } = await client.query<{ all: string | null }>(
      `select quote_literal(json_agg(t)::text) as all from ${name} as t`,
    )
    if (!rows[0]?.all) continue
    fills.push(
      `insert into ${name} (${columns})
       select ${columns} from json_populate_recordset(null::${name}, ${rows[0].all})`,
    )
  }
  const counters = await client.query<{ set: string }>(
    `select format('select setval(%L, %s, %L)', quote_ident(sequencename),
       coalesce(last_value, start_value), last_value is not null) as set
     from pg_sequences where schemaname = 'public'`,
  )
  return [
    'begin',
    // Rows come back as they were: no trigger writes another one, and no order is asked for.
    'set local session_replication_role = replica',
    `truncate ${tables.rows.map(({ name }) => name).join(', ')}`,
    ...fills,
    ...counters.rows.map(({ set }) => set),
    'commit',
  ].join(';\n')
}

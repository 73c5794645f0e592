/** A connection to a database, embedded or of a server. */
export type Connection = {
  query<Row>(text: string): Promise<{ rows: Row[] }>
  /** Several statements at once. */
  exec(text: string): Promise<unknown>
}

/** What a database is like before any test had it. */
export type Beginning = {
  schema: string
  /** By table, what brings back the rows it had and what the planner knew of it. */
  contents: Map<string, string>
  counters: string
}

/** Nobody else is connected to the database, here and below. */
export async function beginningOf(client: Connection): Promise<Beginning> {
  const counters = await countersOf(client)
  const contents = await contentsOf(client)
  return { schema: await schemaOf(client), contents, counters }
}

/** From now on it is known which tables are written. */
export async function watchWrites(client: Connection): Promise<void> {
  await client.exec('select pg_stat_reset()')
}

/** Brings a database back to its beginning; false where its schema is another one by now. */
export async function asNew(client: Connection, beginning: Beginning): Promise<boolean> {
  if ((await isCatalogWritten(client)) && (await schemaOf(client)) !== beginning.schema)
    return false
  await restore(client, beginning)
  return true
}

/** Whether anything was written that the schema is made of; to compare all of it takes ten times as long. */
async function isCatalogWritten(client: Connection): Promise<boolean> {
  await client.exec('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ is: boolean }>(`
    select exists (select from pg_stat_sys_tables where schemaname = 'pg_catalog'
      and n_tup_ins + n_tup_upd + n_tup_del > 0
      and relname in ('pg_namespace', 'pg_class', 'pg_attribute', 'pg_attrdef', 'pg_constraint',
        'pg_trigger', 'pg_proc', 'pg_db_role_setting')) as is`)
  return rows[0]?.is ?? true
}

/** Everything the schema is made of, in a word that changes with it. */
async function schemaOf(client: Connection): Promise<string> {
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
      union all select format('s %s', setconfig) from pg_db_role_setting
        join pg_database on pg_database.oid = setdatabase where datname = current_database()
    ) as parts`)
  return rows[0]?.print ?? ''
}

/**
 * Puts back the tables that were written or looked over, as a new database has them: in pages that
 * are filled from their beginning, and unknown to the planner. What a query without an order answers
 * stays the same.
 */
async function restore(client: Connection, { contents, counters }: Beginning): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select quote_ident(relname) as name from pg_stat_user_tables
    where schemaname = 'public'
      and n_tup_ins + n_tup_upd + n_tup_del + analyze_count + vacuum_count > 0`)
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
      with of_written as materialized (
        select quote_ident(relname) as name, indexrelid
        from pg_class join pg_index on indrelid = pg_class.oid
        where relnamespace = 'public'::regnamespace
          and quote_ident(relname) in (${written.map((name) => `'${name}'`).join(', ')}))
      select distinct name from of_written where pg_relation_size(indexrelid) > 2 * 8192`)
    await client.exec(grown.rows.map(({ name }) => `reindex table ${name}`).join(';'))
    const fills = written.map((name) => contents.get(name) ?? '')
    fills.push(
      "delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)",
    )
    await client.exec([...asOwner, ...fills, 'commit'].join(';'))
    await client.exec('select pg_stat_force_next_flush()')
    await watchWrites(client)
  }
  await client.exec(counters)
}

async function contentsOf(client: Connection): Promise<Map<string, string>> {
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

async function countersOf(client: Connection): Promise<string> {
  const { rows } = await client.query<{ set: string }>(
    `select format('select setval(%L, %s, %L)', quote_ident(sequencename),
       coalesce(last_value, start_value), last_value is not null) as set
     from pg_sequences where schemaname = 'public'`,
  )
  return rows.map(({ set }) => set).join(';')
}

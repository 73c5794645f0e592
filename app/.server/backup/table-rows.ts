import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { type Orm, rows } from '../platform/db/database.ts'

/** A table as its rows are written down and put back: what the database generates is left out. */
export type TableShape = {
  name: string
  columns: { name: string; type: string }[]
  /** The primary key; every column where there is none. */
  key: string[]
  /** The tables its rows point at. */
  refersTo: string[]
}

/** How many rows, and SHA-256 over their lines in hexadecimal. */
export type TableSum = { rows: number; sha256: string }

const rowsAtOnce = 500

/** The tables of the current schema that belong to no extension; those pointed at come first. */
export async function tablesOf(orm: Pick<Orm, 'execute'>): Promise<TableShape[]> {
  const found = await rows<TableShape>(
    orm,
    sql`select t.relname as name,
      (select coalesce(json_agg(json_build_object('name', a.attname,
            'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum), '[]')
        from pg_attribute a where a.attrelid = t.oid and a.attnum > 0
          and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(a.attname order by a.attnum), '[]')
        from pg_attribute a join pg_index i on i.indrelid = a.attrelid and a.attnum = any(i.indkey)
        where i.indrelid = t.oid and i.indisprimary) as key,
      (select coalesce(json_agg(distinct other.relname), '[]')
        from pg_constraint c join pg_class other on other.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and other.oid <> t.oid) as "refersTo"
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and t.relkind in ('r', 'p') and not t.relispartition
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    order by t.relname collate "C"`,
  )
  const left = found.map((table) =>
    table.key.length > 0 ? table : { ...table, key: table.columns.map(({ name }) => name) },
  )
  const placed: TableShape[] = []
  while (left.length > 0) {
    const next = left.findIndex(({ refersTo }) =>
      refersTo.every((name) => !left.some((other) => other.name === name)),
    )
    if (next < 0) throw new RangeError('Tables refer to each other in a circle')
    placed.push(...left.splice(next, 1))
  }
  return placed
}

/**
 * Makes every value read as one text whatever the server is set to, to the last microsecond and
 * digit, until the transaction ends.
 */
export async function pinTextFormats(tx: Pick<Orm, 'execute'>): Promise<void> {
  for (const setting of [
    sql`set local time zone 'UTC'`,
    sql`set local datestyle = 'ISO, YMD'`,
    sql`set local intervalstyle = 'postgres'`,
    sql`set local bytea_output = 'hex'`,
    sql`set local extra_float_digits = 1`,
  ])
    await tx.execute(setting)
}

/**
 * The rows of a table, some at a time, each as one line: a JSON array of its values as texts, null
 * for null. In order of the key's bytes, alike on every server. Within a transaction.
 */
export async function* rowLines(
  tx: Pick<Orm, 'execute'>,
  { name, columns, key }: TableShape,
): AsyncGenerator<string[]> {
  const texts = listed(columns.map((column) => sql`${sql.identifier(column.name)}::text`))
  const order = listed(key.map((column) => sql`${sql.identifier(column)}::text collate "C"`))
  // Sorted inside, so that what is sorted are the rows and not their lines.
  await tx.execute(
    sql`declare lines no scroll cursor for select to_json(array[${texts}])::text as line
      from (select * from ${sql.identifier(name)} order by ${order}) as sorted`,
  )
  for (;;) {
    const page = await rows<{ line: string }>(
      tx,
      sql`fetch ${sql.raw(String(rowsAtOnce))} from lines`,
    )
    if (page.length === 0) break
    yield page.map(({ line }) => line)
  }
  await tx.execute(sql`close lines`)
}

/** Puts lines of `rowLines` into a table of the same shape. */
export async function insertLines(
  tx: Pick<Orm, 'execute'>,
  { name, columns }: TableShape,
  lines: readonly string[],
): Promise<void> {
  const names = listed(columns.map((column) => sql.identifier(column.name)))
  // The types are the database's own words for them.
  const values = listed(columns.map(({ type }, index) => sql.raw(`(line ->> ${index})::${type}`)))
  await tx.execute(
    sql`insert into ${sql.identifier(name)} (${names}) overriding system value
      select ${values} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) as line`,
  )
}

/** Lets numbers that the database counts out go on after the highest one there is. */
export async function advanceSequences(
  tx: Pick<Orm, 'execute'>,
  { name, columns }: TableShape,
): Promise<void> {
  for (const column of columns) {
    const counter = sql`pg_get_serial_sequence(quote_ident(${name}), ${column.name})`
    const [found] = await rows<{ counted: boolean }>(
      tx,
      sql`select ${counter} is not null as counted`,
    )
    if (!found?.counted) continue
    await tx.execute(
      sql`select setval(${counter}, coalesce(max(${sql.identifier(column.name)}), 0) + 1, false)
        from ${sql.identifier(name)}`,
    )
  }
}

/** Adds lines up; the same rows in the same order make the same sum. */
export function checksum(): { add(lines: readonly string[]): void; sum(): TableSum } {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(lines) {
      count += lines.length
      for (const line of lines) hash.update(line).update('\n')
    },
    sum: () => ({ rows: count, sha256: hash.digest('hex') }),
  }
}

export async function sumOf(tx: Pick<Orm, 'execute'>, table: TableShape): Promise<TableSum> {
  const all = checksum()
  for await (const lines of rowLines(tx, table)) all.add(lines)
  return all.sum()
}

const listed = (parts: SQL[] | ReturnType<typeof sql.identifier>[]) => sql.join([...parts], sql`, `)

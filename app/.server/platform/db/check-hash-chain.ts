import { type SQL, sql } from 'drizzle-orm'
import { type Orm, rows } from './database.ts'

/** A table whose rows are hashed, each with the one before (docs/decisions/032-chains-and-books.md). */
export type Chain = {
  table: string
  /** In the links; left out, the table. */
  name?: string
  /** Its primary key is `id`: whether that is a number. */
  isKeyNumber: boolean
  /** The text that is hashed, of a row named `entry`; the same as in the triggers. */
  content: SQL
  /** Which of its rows have a link; without it, all. */
  linked?: SQL
  /**
   * Of the row's personal part, which the hash holds as a salted digest: `[salt, digest, what it is of]`,
   * and whether a row without its salt is as clearing leaves it.
   */
  personal?: { salt: SQL; digest: SQL; content: SQL; isCleared: SQL }
}

/** How far a chain went, by which a later look knows that its end was not cut off. */
export type ChainHead = { position: number; hash: string }

type ChainProblem = {
  /** The row, by its key; of a link that is missing, null. */
  rowKey: string | null
  /** In words that go on after the row: `was changed`. */
  what: string
}

export type ChainCheck = { links: number; head: ChainHead | null; problem: ChainProblem | null }

const linksAtOnce = 2000

/**
 * Walks a chain from its beginning and returns the first row that does not fit. `before` is the head that
 * an earlier check found. A page at a time, so that the embedded database answers others in between.
 */
export async function checkChain(
  orm: Orm,
  chain: Chain,
  before: ChainHead | null = null,
): Promise<ChainCheck> {
  let head: ChainHead | null = null
  for (;;) {
    const page: LinkRow[] = await linksAfter(orm, chain, head)
    for (const link of page) {
      const expected: number = (head?.position ?? 0) + 1
      const problem = problemOf(link, expected, before)
      if (problem) return { links: link.position, head, problem }
      head = { position: link.position, hash: link.hash }
    }
    if (page.length < linksAtOnce) break
  }
  const links = head?.position ?? 0
  if (before && links < before.position) {
    return { links, head, problem: { rowKey: null, what: shorter(before.position - links) } }
  }
  return { links, head, problem: await rowWithoutLink(orm, chain) }
}

const shorter = (count: number) =>
  count === 1 ? 'the last link is missing' : `the last ${count} links are missing`

type LinkRow = ChainHead & {
  row_key: string
  /** Whether the hash is that of the digest and the hash before. */
  follows: boolean
  isLatest: boolean
  isThere: boolean
  fits: boolean | null
  personalFits: boolean | null
}

function problemOf(link: LinkRow, expected: number, before: ChainHead | null): ChainProblem | null {
  if (link.position !== expected) return { rowKey: null, what: `link ${expected} is missing` }
  const { row_key: rowKey } = link
  if (!link.follows || (before?.position === link.position && before.hash !== link.hash)) {
    return { rowKey, what: 'has a link that was changed' }
  }
  if (!link.isLatest) return null
  if (!link.isThere) return { rowKey, what: 'is missing' }
  if (!link.fits) return { rowKey, what: 'was changed' }
  return link.personalFits ? null : { rowKey, what: 'was changed in its personal part' }
}

async function linksAfter(
  orm: Orm,
  { table, name = table, isKeyNumber, content, personal }: Chain,
  last: ChainHead | null,
): Promise<LinkRow[]> {
  const personalFits = personal
    ? sql`case when ${personal.digest} is null then ${personal.content} is null
        when ${personal.salt} is null then ${personal.isCleared}
        else ${personal.digest} = sha256_hex(${personal.salt} || ${personal.content}) end`
    : sql`true`
  // Looked up by the primary key itself: as text it would be compared with every row of the table.
  const rowId = isKeyNumber
    ? sql`case when row_key ~ '^[1-9][0-9]{0,17}$' then row_key::bigint end`
    : sql`row_key`
  return orm.transaction(async (tx) => {
    // Times are part of what is hashed.
    await tx.execute(sql`set local time zone 'UTC'`)
    return rows<LinkRow>(
      tx,
      sql`with link as materialized (
          select position, hash, digest, row_key, ${rowId} as row_id from chain_links
          where chain = ${name} and position > ${last?.position ?? 0}
          order by position limit ${linksAtOnce})
        select link.position, link.hash, link.row_key,
          link.hash = sha256_hex(coalesce(lag(link.hash) over (order by link.position),
            ${last?.hash ?? ''}) || link.digest) as follows,
          later.position is null as "isLatest",
          entry.id is not null as "isThere",
          link.digest = sha256_hex(${content}) as fits, ${personalFits} as "personalFits"
        from link
        left join ${sql.identifier(table)} entry on entry.id = link.row_id
        left join lateral (select position from chain_links
          where chain = ${name} and row_key = link.row_key and position > link.position
          limit 1) later on true
        order by link.position`,
    )
  })
}

async function rowWithoutLink(
  orm: Orm,
  { table, name = table, linked = sql`true` }: Chain,
): Promise<ChainProblem | null> {
  const [found] = await rows<{ key: string }>(
    orm,
    sql`select entry.id::text as key from ${sql.identifier(table)} entry
      where ${linked} and not exists (select from chain_links
        where chain = ${name} and row_key = entry.id::text)
      order by entry.id limit 1`,
  )
  return found ? { rowKey: found.key, what: 'was added past the shop' } : null
}

import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { MetalKind } from '#app/domain/metal/metal-ledger.ts'
import type { Day } from '#app/domain/time/day.ts'
import type { Orm } from '../platform/db/database.ts'
import { metalEntries } from '../platform/db/metal-schema.ts'
import { paginate } from '../platform/pagination.ts'

type Row = typeof metalEntries.$inferSelect

/** A hand entry, and the one that took it back. */
export type MetalEntry = Row & { undone: Pick<Row, 'id' | 'by' | 'note'> | null }

const entriesOnAPage = 25

/** Newest first. */
export async function listedEntries(orm: Orm, livemode: boolean, asked: number) {
  const total = await orm.$count(metalEntries, eq(metalEntries.livemode, livemode))
  const { page, pages, limit, offset } = paginate(asked, total, entriesOnAPage)
  const found = await readEntries(orm, eq(metalEntries.livemode, livemode))
    .limit(limit)
    .offset(offset)
  return { total, page, pages, entries: found.map(withUndone) }
}

/** Of a year of the shop's calendar, newest first. */
export async function entriesOfYear(
  orm: Orm,
  { livemode, year }: { livemode: boolean; year: number },
): Promise<MetalEntry[]> {
  const { day } = metalEntries
  const which = and(
    eq(metalEntries.livemode, livemode),
    gte(day, `${year}-01-01`),
    lt(day, `${year + 1}-01-01`),
  )
  return (await readEntries(orm, which)).map(withUndone)
}

const undone = alias(metalEntries, 'undone')

const readEntries = (orm: Orm, which: SQL | undefined) =>
  orm
    .select({ entry: metalEntries, undone: { id: undone.id, by: undone.by, note: undone.note } })
    .from(metalEntries)
    .leftJoin(undone, eq(undone.reverses, metalEntries.id))
    .where(which)
    .orderBy(desc(metalEntries.id))

const withUndone = ({ entry, undone: by }: { entry: Row; undone: MetalEntry['undone'] }) => ({
  ...entry,
  undone: by,
})

/** What an entry moved, in mg; below zero where it takes another back. */
export function movedMg({
  kind,
  stock,
  pieces,
  opening,
}: Pick<Row, 'stock' | 'pieces' | 'opening'> & { kind: MetalKind }): number {
  if (kind === 'opening') return 0 - opening
  if (kind === 'cast' || kind === 'loss' || kind === 'scrap') return 0 - stock
  return kind === 'loss of pieces' ? 0 - pieces : stock
}

export const yearOf = (day: Day): number => Number(day.slice(0, 4))

import { and, desc, eq, sql } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import {
  type TextVersionKind,
  textDrafts,
  textVersions,
} from '#app/.server/platform/db/texts-schema.ts'

type TextVersion = typeof textVersions.$inferSelect
type TextDraft = typeof textDrafts.$inferSelect

/** Which text: one of a kind has its key alone. */
export type TextId = { kind: TextVersionKind; key: string }

export const versionsOf = ({ kind, key }: TextId) =>
  and(eq(textVersions.kind, kind), eq(textVersions.key, key))

export const draftsOf = ({ kind, key }: TextId) =>
  and(eq(textDrafts.kind, kind), eq(textDrafts.key, key))

export async function lastVersion(orm: Orm, text: TextId): Promise<TextVersion | null> {
  const [last] = await orm
    .select()
    .from(textVersions)
    .where(versionsOf(text))
    .orderBy(desc(textVersions.version))
    .limit(1)
  return last ?? null
}

export async function versionOf(
  orm: Orm,
  text: TextId,
  version: number,
): Promise<TextVersion | null> {
  const [found] = await orm
    .select()
    .from(textVersions)
    .where(and(versionsOf(text), eq(textVersions.version, version)))
  return found ?? null
}

export async function draftOf(orm: Orm, text: TextId): Promise<TextDraft | null> {
  const [draft] = await orm.select().from(textDrafts).where(draftsOf(text))
  return draft ?? null
}

/** One writer at a time, also where there is no row yet to lock. Readers go on. */
export async function lockTexts(tx: Orm): Promise<void> {
  await tx.execute(sql`lock table text_versions, text_drafts in share row exclusive mode`)
}

import { and, desc, eq, sql } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { shopTextDrafts, shopTexts } from '#app/.server/platform/db/shop-texts-schema.ts'

export type TextVersion = typeof shopTexts.$inferSelect
export type TextDraft = typeof shopTextDrafts.$inferSelect

export async function lastVersion(orm: Orm, key: string): Promise<TextVersion | null> {
  const [last] = await orm
    .select()
    .from(shopTexts)
    .where(eq(shopTexts.key, key))
    .orderBy(desc(shopTexts.version))
    .limit(1)
  return last ?? null
}

export async function versionOf(
  orm: Orm,
  key: string,
  version: number,
): Promise<TextVersion | null> {
  const [found] = await orm
    .select()
    .from(shopTexts)
    .where(and(eq(shopTexts.key, key), eq(shopTexts.version, version)))
  return found ?? null
}

export async function draftOf(orm: Orm, key: string): Promise<TextDraft | null> {
  const [draft] = await orm.select().from(shopTextDrafts).where(eq(shopTextDrafts.key, key))
  return draft ?? null
}

/** One writer at a time, also where there is no row yet to lock. Readers go on. */
export async function lockTexts(tx: Orm): Promise<void> {
  await tx.execute(sql`lock table shop_texts, shop_text_drafts in share row exclusive mode`)
}

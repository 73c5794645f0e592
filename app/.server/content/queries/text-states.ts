import { desc, eq, sql } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import {
  type TextVersionKind,
  textDrafts,
  textVersions,
} from '#app/.server/platform/db/texts-schema.ts'

/** Who wrote it, and when. */
type Written = { by: string; at: Date }

/** What a list says of a text. */
export type TextState = {
  /** The text that is in use; null where it is the built-in one. */
  written: Written | null
  draft: Written | null
}

/** What was done to the texts of a kind: their drafts, and by key how each is now. */
export async function textStates(orm: Orm, kind: TextVersionKind) {
  const latest = await orm
    .selectDistinctOn([textVersions.key], {
      key: textVersions.key,
      by: textVersions.by,
      at: textVersions.at,
      isOwn: sql<boolean>`${textVersions.fields} is not null`,
    })
    .from(textVersions)
    .where(eq(textVersions.kind, kind))
    .orderBy(textVersions.key, desc(textVersions.version))
  const drafts = await orm.select().from(textDrafts).where(eq(textDrafts.kind, kind))
  const pick = (row: Written | undefined) => (row ? { by: row.by, at: row.at } : null)
  return {
    keys: [...latest, ...drafts].map(({ key }) => key),
    drafts,
    stateOf: (key: string): TextState => ({
      written: pick(latest.find((each) => each.key === key && each.isOwn)),
      draft: pick(drafts.find((each) => each.key === key)),
    }),
  }
}

import { desc } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { textVersions } from '#app/.server/platform/db/texts-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import {
  changesOf,
  type TextField,
  type TextValues,
  type TextVariable,
  valuesOf,
} from '#app/domain/content/text-field.ts'
import { withPresentPictures } from '../read-shop-texts.ts'
import { draftOf, versionsOf } from '../text-rows.ts'
import type { VersionedText } from '../versioned-text.ts'

/** A text with its draft and its versions, as its screen shows it. */
export type TextHistory = {
  key: string
  name: string
  about: string
  fields: readonly TextField[]
  /** What the fields begin with: the draft, else what is in use. */
  values: TextValues
  variables: readonly (TextVariable & { isNeeded: boolean })[]
  keeps: readonly string[]
  /** The program comes with a text to go back to. */
  hasBuiltIn: boolean
  /** The latest; 0 where there is none. */
  version: number
  isBuiltIn: boolean
  draft: { revision: number; by: string; at: Date } | null
  /** Newest first, each with what it changed. */
  versions: { version: number; by: string; at: Date; isBuiltIn: boolean; changed: string[] }[]
}

/** Older ones are kept, and not listed. */
const listedVersions = 30

export async function textHistory(app: AppContext, text: VersionedText): Promise<TextHistory> {
  const { key, about, fields, variables, needs, keeps, hasBuiltIn } = text
  const { draft, versions } = await withDatabase(app, async ({ orm }) => ({
    draft: await draftOf(orm, text),
    versions: await withPresentPictures(
      orm,
      await orm
        .select()
        .from(textVersions)
        .where(versionsOf(text))
        .orderBy(desc(textVersions.version))
        .limit(listedVersions + 1),
    ),
  }))
  const [last] = versions
  const written = draft?.fields ?? last?.fields ?? null
  return {
    ...{ key, name: text.nameOf(written), about, fields, keeps, hasBuiltIn },
    values: valuesOf(fields, written),
    variables: variables.map((each) => ({ ...each, isNeeded: needs.includes(each.name) })),
    version: last?.version ?? 0,
    isBuiltIn: (last?.fields ?? null) === null,
    draft: draft && { revision: draft.revision, by: draft.by, at: draft.at },
    versions: versions.slice(0, listedVersions).map((each, at) => ({
      ...{ version: each.version, by: each.by, at: each.at, isBuiltIn: each.fields === null },
      changed: changesOf(fields, versions[at + 1]?.fields ?? null, each.fields).map(
        ({ field }) => field,
      ),
    })),
  }
}

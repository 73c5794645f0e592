import { desc } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { textVersions } from '#app/.server/platform/db/texts-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { changesOf, valuesOf } from '#app/domain/content/text-field.ts'
import { withPresentPictures } from '../read-shop-texts.ts'
import { draftOf, versionsOf } from '../text-rows.ts'
import type { VersionedText } from '../versioned-text.ts'

/** Older ones are kept, and not listed. */
const listedVersions = 30

/** A text with its draft and its versions, as its screen shows it. */
export async function textHistory(app: AppContext, text: VersionedText) {
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

export type TextHistory = Awaited<ReturnType<typeof textHistory>>

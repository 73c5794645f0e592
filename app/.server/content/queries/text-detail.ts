import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { shopTextReadings, shopTexts } from '#app/.server/platform/db/shop-texts-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type Mark, marksOf } from '#app/domain/content/marks.ts'
import {
  changesOf,
  type TextField,
  type TextValues,
  type TextVariable,
  valuesOf,
} from '#app/domain/content/text-field.ts'
import { currentTexts } from '../current-texts.ts'
import { textDefinition } from '../definitions/definitions.ts'
import { postId, shippedPost } from '../definitions/post-definition.ts'
import type { TextGroup } from '../definitions/text-definition.ts'
import { draftOf } from '../text-rows.ts'

export type TextDetail = {
  key: string
  group: TextGroup
  name: string
  about: string
  /** Where it is shown; null for a post that nobody sees yet. */
  path: string | null
  fields: readonly TextField[]
  values: TextValues
  variables: readonly (TextVariable & { isNeeded: boolean })[]
  keeps: readonly string[]
  /** The latest; 0 where there is none. */
  version: number
  /** The program comes with a text to go back to. */
  hasShipped: boolean
  isShipped: boolean
  draft: { revision: number; by: string; at: Date } | null
  /** Newest first, each with what it changed. */
  versions: { version: number; by: string; at: Date; isShipped: boolean; changed: string[] }[]
  /** Who has said that somebody who knows read the version that stands; null where nobody has. */
  reading: { by: string; at: Date } | null
  /** What such a reader is to look at; empty where the text needs none. */
  toCheck: string[]
}

/** Older ones are kept, and not listed. */
const listedVersions = 30

/** Null where there is no such text. */
export async function textDetail(app: AppContext, key: string): Promise<TextDetail | null> {
  const found = await withDatabase(app, async ({ orm }) => ({
    draft: await draftOf(orm, key),
    versions: await orm
      .select()
      .from(shopTexts)
      .where(eq(shopTexts.key, key))
      .orderBy(desc(shopTexts.version))
      .limit(listedVersions + 1),
    readings: await orm.select().from(shopTextReadings).where(eq(shopTextReadings.key, key)),
  }))
  const { draft, versions, readings } = found
  const post = postId(key)
  const hasShipped = post === null || shippedPost(post) !== null
  if (!hasShipped && !draft && versions.length === 0) return null
  const [last] = versions
  // As they are shown, with pictures as they are cut now.
  const published = (await currentTexts(app)).published.get(key)?.fields ?? last?.fields ?? null
  const written = draft?.fields ?? published
  const definition = textDefinition(key, written?.title ?? null)
  if (!definition) return null
  const { fields, group, name, about, path, keeps, needs, variables, isLegal, file } = definition
  const version = last?.version ?? 0
  const reading = readings.find((each) => each.version === version)
  const isSeen = hasShipped || versions.length > 0
  return {
    key,
    group,
    name,
    about,
    path: isSeen ? path : null,
    fields,
    values: valuesOf(fields, written),
    variables: variables.map((each) => ({ ...each, isNeeded: needs.includes(each.name) })),
    keeps,
    version,
    hasShipped,
    isShipped: (last?.fields ?? null) === null,
    draft: draft && { revision: draft.revision, by: draft.by, at: draft.at },
    versions: versions.slice(0, listedVersions).map((each, at) => ({
      version: each.version,
      by: each.by,
      at: each.at,
      isShipped: each.fields === null,
      changed: changesOf(fields, versions[at + 1]?.fields ?? null, each.fields).map(
        ({ field }) => field,
      ),
    })),
    reading: reading ? { by: reading.by, at: reading.at } : null,
    toCheck: [
      ...(isLegal ? ['The whole text binds you, and is for a lawyer.'] : []),
      ...marksOfFile(file).flatMap(({ who, what }) => (who === 'anybody' ? [sentence(what)] : [])),
    ],
  }
}

/** Without the numbers of requirements and decisions, which are for authors. */
function sentence(what: string): string {
  const text = what.replaceAll(/ ?\((?:[A-Z]+-\d+|D\d+|FACT rows)[^)]*\)/g, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Of the file a text comes from; none where the text is staff's own. */
function marksOfFile(file: string | null): Mark[] {
  return file === null ? [] : marksOf(readFileSync(resolve(file), 'utf8'))
}

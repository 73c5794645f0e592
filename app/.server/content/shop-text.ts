import { eq, sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { media } from '#app/.server/platform/db/media-schema.ts'
import { readMediaAddress } from '#app/domain/catalog/media.ts'
import type { TextValues } from '#app/domain/content/text-field.ts'
import { textProblems } from '#app/domain/content/text-problems.ts'
import { textDefinition } from './definitions/definitions.ts'
import { postId, shippedPost } from './definitions/post-definition.ts'
import type { TextDefinition } from './definitions/text-definition.ts'
import { noText, type VersionedText } from './versioned-text.ts'

/** The text of the shop that has this key; refused where there is none. */
export function shopText(key: string): VersionedText {
  const definition = textDefinition(key)
  if (!definition) throw noText()
  const { fields, variables, needs, keeps, about, name } = definition
  const post = postId(key)
  return {
    ...{ kind: 'shop', key, about, fields, variables, needs, keeps },
    nameOf: (written) => textDefinition(key, written?.title)?.name ?? name,
    hasBuiltIn: post === null || shippedPost(post) !== null,
    problems: (values) => ({
      ...textProblems(values, definition),
      ...betweenFields(definition, values),
    }),
    problemsNow: (tx, written) => taken(tx, definition, written),
  }
}

/** What one field asks of another. */
function betweenFields({ key, group }: TextDefinition, values: TextValues): Record<string, string> {
  const { from = '', until = '', picture = '', alt = '' } = values
  if (key === 'announcement' && from && until && until <= from) {
    return { until: 'Please enter a time after the one under “Shown from.”' }
  }
  if (group === 'post' && picture && !alt) {
    return { alt: 'Please describe what the image shows, for people who can’t see it.' }
  }
  return {}
}

/** Addresses of other posts, and pictures that the library has no longer. Locks those it has. */
async function taken(
  tx: Orm,
  { key, fields, group }: TextDefinition,
  written: TextValues | null,
): Promise<Record<string, string>> {
  const problems: Record<string, string> = {}
  for (const { name, kind } of fields) {
    const picture = kind === 'picture' ? readMediaAddress(written?.[name] ?? '') : null
    if (picture && !(await isInLibrary(tx, picture.id))) {
      problems[name] = 'This image was deleted from the library. Please choose another.'
    }
  }
  const slug = written?.slug
  if (group === 'post' && slug && (await isTaken(tx, key, slug))) {
    problems.slug = 'Another post already has this URL. Please choose a different one.'
  }
  return problems
}

async function isInLibrary(tx: Orm, id: string): Promise<boolean> {
  const found = await tx.select({ id: media.id }).from(media).where(eq(media.id, id)).for('share')
  return found.length > 0
}

/** By a post that has the address now; one that only had it gives it up. */
async function isTaken(tx: Orm, key: string, slug: string): Promise<boolean> {
  const found = await rows<{ key: string }>(
    tx,
    sql`select key from (
          select distinct on (key) key, fields->>'slug' as slug from text_versions
          where kind = 'shop' and key like 'post-%' order by key, version desc
        ) present where slug = ${slug} and key <> ${key}`,
  )
  return found.length > 0
}

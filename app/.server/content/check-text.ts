import { eq, sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { media } from '#app/.server/platform/db/media-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { readMediaAddress } from '#app/domain/catalog/media.ts'
import { type TextValues, valuesOf } from '#app/domain/content/text-field.ts'
import { textProblems } from '#app/domain/content/text-problems.ts'
import { textDefinition } from './definitions/definitions.ts'
import type { TextDefinition } from './definitions/text-definition.ts'

/** The text of this key; refused where there is none. */
export function definitionOf(key: string): TextDefinition {
  const definition = textDefinition(key)
  if (!definition) throw new AppError('no_text', 404, 'There is no such text. Nothing was changed.')
  return definition
}

/** Refuses what cannot be published, with a sentence beside each field that is wrong. */
export function refuseWrong(definition: TextDefinition, written: TextValues | null): void {
  const values = valuesOf(definition.fields, written)
  refuse({ ...textProblems(values, definition), ...betweenFields(definition, values) })
}

/** What one field asks of another. */
function betweenFields({ key, group }: TextDefinition, values: TextValues): Record<string, string> {
  const { from = '', until = '', picture = '', alt = '' } = values
  if (key === 'announcement' && from && until && until <= from) {
    return { until: 'Please give a time after the one it is shown from.' }
  }
  if (group === 'post' && picture && !alt) {
    return { alt: 'Please say what the picture shows, for people who cannot see it.' }
  }
  return {}
}

/** What only the database knows: other posts, and the pictures of the library. Locks those. */
export async function refuseTaken(
  tx: Orm,
  { key, fields, group }: TextDefinition,
  written: TextValues | null,
): Promise<void> {
  const problems: Record<string, string> = {}
  for (const { name, kind } of fields) {
    const picture = kind === 'picture' ? readMediaAddress(written?.[name] ?? '') : null
    if (picture && !(await isInLibrary(tx, picture.id))) {
      problems[name] = 'This picture was deleted from the library. Please choose another.'
    }
  }
  const slug = written?.slug
  if (group === 'post' && slug && (await isTaken(tx, key, slug))) {
    problems.slug = 'Another post has this address. Please choose another.'
  }
  refuse(problems)
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
          select distinct on (key) key, fields->>'slug' as slug from shop_texts
          where key like 'post-%' order by key, version desc
        ) present where slug = ${slug} and key <> ${key}`,
  )
  return found.length > 0
}

function refuse(errors: Record<string, string>): void {
  if (Object.keys(errors).length === 0) return
  throw new AppError('text_wrong', 422, 'The text cannot be published yet. Nothing was changed.', {
    details: { errors },
  })
}

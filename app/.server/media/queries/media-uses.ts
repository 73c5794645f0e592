import { inArray, sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'

/** A product or a text that shows a picture. `id`: of a text, its key. */
export type MediaUse = { in: 'product' | 'text'; id: string; name: string }

/** Where these pictures are shown, hidden products and drafts too, by the picture's id. */
export async function usesOf(orm: Orm, ids: readonly string[]): Promise<Map<string, MediaUse[]>> {
  const uses = new Map<string, MediaUse[]>()
  if (ids.length === 0) return uses
  const add = (media: string, use: MediaUse) => uses.set(media, [...(uses.get(media) ?? []), use])
  const products = await rows<{ media: string; id: string; name: string }>(
    orm,
    sql`select distinct substr(i.src, 8, 16) as media, p.id, p.name
        from product_images i join products p on p.id = i.product_id
        where i.src like '/media/%' and ${inArray(sql`substr(i.src, 8, 16)`, [...ids])}
        order by p.name, p.id`,
  )
  for (const { media, id, name } of products) add(media, { in: 'product', id, name })
  const texts = await rows<{ media: string; id: string; title: string | null }>(
    orm,
    sql`select distinct found.media[1] as media, t.key as id, t.fields->>'title' as title
        from (${textsWithPictures}) t,
          regexp_matches(t.fields::text, '/media/([0-9a-f]{16})-', 'g') as found(media)
        where ${inArray(sql`found.media[1]`, [...ids])} order by id`,
  )
  for (const { media, id, title } of texts) add(media, { in: 'text', id, name: nameOf(id, title) })
  return uses
}

/** What is published and what is drafted, as far as it names an upload. */
export const textsWithPictures = sql`
  select key, fields from (
    select distinct on (key) key, fields from text_versions where kind = 'shop' order by key, version desc
  ) published where fields::text like '%/media/%'
  union all select key, fields from text_drafts where kind = 'shop' and fields::text like '%/media/%'`

function nameOf(key: string, title: string | null): string {
  return key === 'pictures' ? 'Home page images' : title || 'Content'
}

import { inArray, sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'

export type MediaUse = { id: string; name: string }

/** The products that show these pictures, hidden ones too, by the picture's id. */
export async function usesOf(orm: Orm, ids: readonly string[]): Promise<Map<string, MediaUse[]>> {
  const uses = new Map<string, MediaUse[]>()
  if (ids.length === 0) return uses
  const found = await rows<{ media: string; id: string; name: string }>(
    orm,
    sql`select distinct substr(i.src, 8, 16) as media, p.id, p.name
        from product_images i join products p on p.id = i.product_id
        where i.src like '/media/%' and ${inArray(sql`substr(i.src, 8, 16)`, [...ids])}
        order by p.name, p.id`,
  )
  for (const { media, ...use } of found) uses.set(media, [...(uses.get(media) ?? []), use])
  return uses
}

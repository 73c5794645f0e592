import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { media } from '#app/.server/platform/db/media-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { paginate } from '#app/.server/platform/pagination.ts'
import { mediaAddress } from '#app/domain/catalog/media.ts'
import { searchTerm } from '#app/domain/catalog/search.ts'
import { pictureOf } from '../repository.ts'
import { textsWithPictures, usesOf } from './media-uses.ts'

const picturesOnAPage = 24

export type LibraryFilter = 'all' | 'unused' | 'without-alt'

const isUnused = sql`not exists (select from product_images i
  where i.src like '/media/%' and substr(i.src, 8, 16) = ${media.id})
  and not exists (select from (${textsWithPictures}) t
    where t.fields::text like '%/media/' || ${media.id} || '-%')`

/** The pictures that were uploaded, newest first [MEDIA-05]. `page` from 1; beyond the end: the last. */
export async function libraryPage(
  app: AppContext,
  { q, filter, page: asked }: { q: string; filter: LibraryFilter; page: number },
) {
  return withDatabase(app, async ({ orm }) => {
    const where = and(namedBy(q), filtered(filter))
    const total = await orm.$count(media, where)
    const { page, pages, limit, offset } = paginate(asked, total, picturesOnAPage)
    const found = await orm
      .select()
      .from(media)
      .where(where)
      .orderBy(desc(media.createdAt), media.id)
      .limit(limit)
      .offset(offset)
    const uses = await usesOf(
      orm,
      found.map(({ id }) => id),
    )
    return {
      pictures: found.map((row) => ({
        id: row.id,
        name: row.name,
        alt: row.alt,
        src: mediaAddress(pictureOf(row)),
        uses: uses.get(row.id)?.length ?? 0,
      })),
      total,
      page,
      pages,
      withoutAlt: await orm.$count(media, eq(media.alt, '')),
    }
  })
}

function filtered(filter: LibraryFilter): SQL | undefined {
  if (filter === 'unused') return isUnused
  return filter === 'without-alt' ? eq(media.alt, '') : undefined
}

/** Part of the file's name, or of what the picture shows. */
function namedBy(input: string): SQL | undefined {
  const term = searchTerm(input)
  if (term === '') return undefined
  return sql`strpos(media.search_text, ${term}) > 0`
}

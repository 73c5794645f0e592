import { desc, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { rememberedRead } from '#app/.server/platform/db/cached-read.ts'
import { redirects } from '#app/.server/platform/db/texts-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { paginate } from '#app/.server/platform/pagination.ts'
import { flattened, redirectKey } from '#app/domain/content/redirect.ts'

const inMemory = rememberedRead<ReadonlyMap<string, string>>(
  'settings',
  async (orm) => {
    const found = await orm.select().from(redirects)
    return flattened(new Map(found.map(({ path, target }) => [path, target])))
  },
  new Map(),
)

/**
 * Where an address leads that has no page; null: nowhere. What came behind it, a campaign's mark for example, goes
 * along where the target has no query [SEO-12].
 */
export async function redirectOf(app: AppContext, url: string): Promise<string | null> {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('_routes')
  // React Router asks for the data of a page under its address with `.data`.
  const path = redirectKey(pathname.replace(/(\/_)?\.data$/, ''))
  const target = (await inMemory.read(app)).get(path ?? '')
  if (target === undefined) return null
  return searchParams.size > 0 && !/[?#]/.test(target) ? `${target}?${searchParams}` : target
}

const redirectsOnAPage = 25

/** Those with this text in either address, the newest first [SEO-12]. */
export async function redirectsPage(
  app: AppContext,
  { q, page: asked }: { q: string; page: number },
) {
  return withDatabase(app, async ({ orm }) => {
    const term = q.trim().toLowerCase()
    const { path, target, createdAt } = redirects
    const where =
      term === '' ? undefined : sql`strpos(lower(${path} || ' ' || ${target}), ${term}) > 0`
    const total = await orm.$count(redirects, where)
    const { page, pages, limit, offset } = paginate(asked, total, redirectsOnAPage)
    const found = await orm
      .select()
      .from(redirects)
      .where(where)
      .orderBy(desc(createdAt), sql`${path} collate "C"`)
      .limit(limit)
      .offset(offset)
    return { redirects: found, total, page, pages }
  })
}

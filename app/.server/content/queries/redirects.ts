import { desc } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { rememberedRead } from '#app/.server/platform/db/cached-read.ts'
import { redirects } from '#app/.server/platform/db/texts-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
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
 * along where the target has no query of its own [SEO-12].
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

/** All of them, the newest first. */
export const redirectList = (app: AppContext) =>
  withDatabase(app, ({ orm }) =>
    orm.select().from(redirects).orderBy(desc(redirects.createdAt), redirects.path),
  )

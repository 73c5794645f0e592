import { asc, desc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { products } from '#app/.server/platform/db/schema.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { builtInPendants } from '#content/pendants/catalogue.ts'
import { topics } from '#content/qa/index.ts'
import { knownJournalPaths } from './journal.ts'

const pages = [
  '/',
  '/products',
  '/gold-price',
  '/our-story',
  '/custom-work',
  '/guarantees',
  '/material-guarantee',
  '/laser-weight-guarantee',
  '/recast-guarantee',
  '/contact',
  '/blog',
  '/qa',
  '/privacy-policy',
  '/terms-and-conditions',
]

/** The protocol's limit of addresses in one file is 50,000; the shop's largest size is 10,000. */
const mostProducts = 40_000

/** Paths of every public page, products by what is shown now. */
export async function sitemapPaths(app: AppContext): Promise<string[]> {
  const ids = await activeProductIds(app)
  return [
    ...pages,
    ...topics.map((topic) => `/qa/${topic.id}`),
    ...knownJournalPaths(app),
    ...ids.map((id) => `/product/${encodeURIComponent(id)}`),
  ]
}

async function activeProductIds(app: AppContext): Promise<string[]> {
  const read = await withFallback(app, ({ orm }) =>
    orm
      .select({ id: products.id })
      .from(products)
      .where(eq(products.active, true))
      .orderBy(desc(products.createdAt), asc(products.id))
      .limit(mostProducts),
  )
  const shown = read?.value ?? app.cache.products ?? builtInPendants
  return shown.map(({ id }) => id)
}

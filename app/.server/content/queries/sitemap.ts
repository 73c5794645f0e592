import type { AppContext } from '#app/.server/app-context.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
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
const maxProducts = 40_000

/** Paths of every public page, products by what is shown now. */
export async function sitemapPaths(app: AppContext): Promise<string[]> {
  const { onSale } = await currentCatalog(app)
  return [
    ...pages,
    ...topics.map((topic) => `/qa/${topic.id}`),
    ...knownJournalPaths(app),
    ...onSale.slice(0, maxProducts).map(({ id }) => `/product/${encodeURIComponent(id)}`),
  ]
}

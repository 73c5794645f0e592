import type { AppContext } from '#app/.server/app-context.ts'
import { savedAt } from '#app/.server/catalog/product-rows.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { topics } from '#content/qa/index.ts'
import { knownJournalPaths } from './journal.ts'

/** Those that every shop has. */
export const shopPages: readonly string[] = [
  '/',
  '/products',
  '/gold-price',
  '/gold-price/proof',
  '/our-story',
  '/custom-work',
  '/guarantees',
  '/material-guarantee',
  '/laser-weight-guarantee',
  '/recast-guarantee',
  '/contact',
  '/find-order',
  '/blog',
  '/qa',
  '/privacy-policy',
  '/terms-and-conditions',
]

/** The protocol allows 50,000 addresses in a file, and 50 MB; smaller ones are read again sooner. */
export const addressesPerFile = 5000

/** `saved`: when its text was saved; left out where nobody noted that. */
export type SitemapEntry = { path: string; saved?: Date }

/**
 * Every public page, products by what is on sale now: one file, or several, the first of them named
 * sitemap-1.xml. Products stand oldest first, so that a new one changes the last file alone; the
 * texts have separate files, for the journal grows as well.
 */
export async function sitemapFiles(app: AppContext): Promise<SitemapEntry[][]> {
  const { onSale, versions } = await currentCatalog(app)
  const texts = [
    ...shopPages,
    ...topics.map((topic) => `/qa/${topic.id}`),
    ...(await knownJournalPaths(app)),
  ]
  const written = texts.map((path): SitemapEntry => ({ path }))
  const products = onSale.toReversed().map(({ id }): SitemapEntry => {
    const path = `/product/${encodeURIComponent(id)}`
    const version = versions.get(id)
    return version === undefined ? { path } : { path, saved: savedAt(version) }
  })
  const isOne = written.length + products.length <= addressesPerFile
  return isOne ? [[...written, ...products]] : [...inFiles(written), ...inFiles(products)]
}

function inFiles(entries: readonly SitemapEntry[]): SitemapEntry[][] {
  const count = Math.ceil(entries.length / addressesPerFile)
  return Array.from({ length: count }, (_, at) =>
    entries.slice(at * addressesPerFile, (at + 1) * addressesPerFile),
  )
}

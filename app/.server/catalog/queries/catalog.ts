import { and, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { productCategories, products } from '#app/.server/platform/db/catalog-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { paginate } from '#app/.server/platform/pagination.ts'
import type { Category, Product } from '#app/domain/catalog/product.ts'
import { categoryKey, matchesSearch, searchTerm } from '#app/domain/catalog/search.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { isStorableId, readProducts, readVersions, withId } from '../product-rows.ts'
import { currentCatalog, invalidateCatalog, refreshCatalog } from './cached-catalog.ts'
import { byName, catalogIndex } from './catalog-index.ts'

/** The catalog as visitors see it. */

const productsOnAPage = 24
/** The newest: one at the top of the home page, and three in its row [HOME-04, HOME-09, D27]. */
const maxFeatured = 4

/** The featured products, or the newest where none is featured [HOME-07]. */
export type FeaturedProducts = { products: Product[]; areFeatured: boolean }

export async function featuredProducts(app: AppContext): Promise<FeaturedProducts> {
  const first = app.cache.catalog === null ? await withFallback(app, readFeatured) : null
  if (first) return first.value
  const catalog = await currentCatalog(app)
  const { featured } = catalogIndex(catalog)
  const areFeatured = featured.length > 0
  return { products: (areFeatured ? featured : catalog.onSale).slice(0, maxFeatured), areFeatured }
}

/** These alone, for the first visitor after a start: ten thousand products take most of a second to read. */
async function readFeatured({ orm }: Database): Promise<FeaturedProducts> {
  const page = { limit: maxFeatured }
  const featured = and(products.active, products.featured)
  const found = await readProducts(orm, featured, page)
  if (found.length > 0) return { products: found, areFeatured: true }
  return { products: await readProducts(orm, sql`${products.active}`, page), areFeatured: false }
}

export type CollectionQuestion = {
  /** What was typed into the search field, as it is. */
  q: string
  /** A category's slug; empty for all. */
  category: string
  /** From 1; one beyond the end answers the last page. */
  page: number
}

export async function collectionPage(
  app: AppContext,
  { q, category, page: asked }: CollectionQuestion,
) {
  const catalog = await currentCatalog(app)
  const { inCategory, categories } = catalogIndex(catalog)
  const key = categoryKey(category)
  const inThisCategory = key === '' ? catalog.onSale : (inCategory.get(key) ?? [])
  const matching = searchTerm(q) === '' ? inThisCategory : inThisCategory.filter(matchesSearch(q))
  const { page, pages, limit, offset } = paginate(asked, matching.length, productsOnAPage)
  return {
    products: matching.slice(offset, offset + limit),
    total: matching.length,
    page,
    pages,
    /** Exactly those found in active products, by name [LIST-07]; whatever is searched for. */
    categories,
  }
}

/**
 * The product page's product; null where none of that id is on sale [DATA-08, PDP-22]. Weight and
 * dimensions come back empty: the page reads them from the attributes [DATA-05, D44].
 */
export function activeProduct(app: AppContext, id: string): Promise<Product | null> {
  return shownProduct(app, id, { hiddenToo: false })
}

/** The same, for staff also of one that is hidden. */
export async function shownProduct(
  app: AppContext,
  id: string,
  { hiddenToo }: { hiddenToo: boolean },
): Promise<Product | null> {
  const product = (await currentCatalog(app)).byId.get(id)
  if (!product || !(product.active || hiddenToo)) return null
  return { ...product, weight: '', dimensions: { length: '', width: '', height: '' } }
}

/** The id of the product on sale under that slug, as stored or as people write it: Salish-Wave. */
export async function productIdOfSlug(app: AppContext, input: string): Promise<string | null> {
  if (input.length > 200) return null
  const catalog = await currentCatalog(app)
  const { placeOfSlug } = catalogIndex(catalog)
  const places = [input, slugOf(input)].flatMap((slug) => placeOfSlug.get(slug) ?? [])
  return catalog.onSale[Math.min(...places)]?.id ?? null
}

/**
 * Products by id, inactive ones too. `mustBeFresh`, as where something is sold: the versions in
 * memory are compared with the database, since another process may have saved a moment ago, and
 * without a database that is refused.
 */
export async function productsById(
  app: AppContext,
  ids: readonly string[],
  { mustBeFresh = false }: { mustBeFresh?: boolean } = {},
): Promise<Map<string, Product>> {
  const asked = [...new Set(ids)].filter(isStorableId)
  const { byId } = mustBeFresh
    ? await withDatabase(
        app,
        async ({ orm }) => {
          const stored = await readVersions(orm, withId(asked))
          const { catalog } = app.cache
          const isFresh = asked.every((id) => stored.get(id) === catalog?.versions.get(id))
          if (catalog && isFresh) return catalog
          invalidateCatalog(app)
          return refreshCatalog(orm, app)
        },
        'The shop can’t take orders right now. Please try again in a few minutes.',
      )
    : await currentCatalog(app)
  return new Map(
    asked.flatMap((id) => {
      const product = byId.get(id)
      return product ? [[id, product]] : []
    }),
  )
}

/** Every category by name; none while the database is unavailable [DATA-14]. */
export async function categoriesByName(app: AppContext): Promise<Category[]> {
  const read = await withFallback(app, ({ orm }) => orm.select().from(productCategories))
  return read ? byName(read.value) : []
}

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { productCategories, products } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import type { Category, Product } from '#app/domain/catalog/product.ts'
import { categoryKey, inCategory, matchesSearch, searchTerm } from '#app/domain/catalog/search.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { isStorableId, readProducts, withId } from '../product-rows.ts'
import {
  catalogFromMemory,
  mostRemembered,
  type Origin,
  remember,
  rememberOne,
  shouldRemember,
} from './cached-catalog.ts'

/**
 * The catalogue as visitors see it. With the database away each question is answered from memory:
 * the catalogue as last read well, else the built-in pendants [DATA-25, D19].
 */

const productsOnAPage = 24
/** Shown on the home page, the newest of them [HOME-04, D27]. */
const mostFeatured = 3

const isActive = eq(products.active, true)

export type FeaturedProducts = { products: Product[]; anyActive: boolean; origin: Origin }

export async function featuredProducts(app: AppContext): Promise<FeaturedProducts> {
  const read = await withFallback(app, async ({ orm }) => {
    const featured = and(isActive, eq(products.featured, true))
    const found = await readProducts(orm, featured, { limit: mostFeatured })
    const anyActive =
      found.length > 0 || (await readProducts(orm, isActive, { limit: 1 })).length > 0
    await rememberNowAndThen(app, orm)
    return { products: found, anyActive }
  })
  if (read) return { ...read.value, origin: 'database' }
  const { products: known, origin } = catalogFromMemory(app)
  const featured = known.filter((product) => product.featured).slice(0, mostFeatured)
  return { products: featured, anyActive: known.length > 0, origin }
}

export type CollectionQuestion = {
  /** What was typed into the search field, as it is. */
  q: string
  /** A category's slug; empty for all. */
  category: string
  /** From 1; one beyond the end answers the last page. */
  page: number
}

export type CollectionPage = {
  products: Product[]
  /** How many match, on all pages. */
  total: number
  page: number
  pages: number
  /** Exactly those found in active products, by name [LIST-07]; whatever is searched for. */
  categories: Category[]
  origin: Origin
}

export async function collectionPage(
  app: AppContext,
  question: CollectionQuestion,
): Promise<CollectionPage> {
  const read = await withFallback(app, ({ orm }) => collectionFromDatabase(app, orm, question))
  if (read) return read.value
  const { products: known, origin } = catalogFromMemory(app)
  const matching = known.filter(
    (product) => matchesSearch(product, question.q) && inCategory(product, question.category),
  )
  const { page, pages, offset } = paging(matching.length, question.page)
  return {
    products: matching.slice(offset, offset + productsOnAPage),
    total: matching.length,
    page,
    pages,
    categories: byName(known.flatMap((product) => product.categories)),
    origin,
  }
}

async function collectionFromDatabase(
  app: AppContext,
  orm: Orm,
  question: CollectionQuestion,
): Promise<CollectionPage> {
  const where = matching(question)
  const [total, categories] = await Promise.all([orm.$count(products, where), usedCategories(orm)])
  const { page, pages, offset } = paging(total, question.page)
  const found = await readProducts(orm, where, { limit: productsOnAPage, offset })
  const isWhole =
    pages === 1 && searchTerm(question.q) === '' && categoryKey(question.category) === ''
  if (isWhole) remember(app, found)
  else await rememberNowAndThen(app, orm)
  return { products: found, total, page, pages, categories, origin: 'database' }
}

/** The same in SQL as matchesSearch and inCategory in memory; a test compares them [LIST-06]. */
function matching({ q, category }: CollectionQuestion): SQL | undefined {
  const term = searchTerm(q)
  const key = categoryKey(category)
  return and(
    isActive,
    // Plain text is looked for, so %, _ and \ stand for themselves.
    term === '' ? undefined : sql`strpos(products.search_text, ${term}) > 0`,
    key === ''
      ? undefined
      : sql`exists (
          select from product_category_mappings m join product_categories c on c.id = m.category_id
          where m.product_id = products.id and folded(single_spaced(c.slug)) = ${key})`,
  )
}

function paging(total: number, asked: number): { page: number; pages: number; offset: number } {
  const pages = Math.max(1, Math.ceil(total / productsOnAPage))
  const page = Number.isFinite(asked) ? Math.min(Math.max(1, Math.trunc(asked)), pages) : 1
  return { page, pages, offset: (page - 1) * productsOnAPage }
}

async function usedCategories(orm: Orm): Promise<Category[]> {
  const used = await rows<Category>(
    orm,
    sql`select c.id, c.name, c.slug from product_categories c
        where exists (
          select from product_category_mappings m join products p on p.id = m.product_id
          where m.category_id = c.id and p.active)`,
  )
  return byName(used)
}

const alphabet = new Intl.Collator('en')

function byName(categories: readonly Category[]): Category[] {
  const distinct = new Map(categories.map((category) => [category.id, category]))
  return [...distinct.values()].sort(
    (a, b) => alphabet.compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
  )
}

async function rememberNowAndThen(app: AppContext, orm: Orm): Promise<void> {
  if (!shouldRemember(app)) return
  remember(app, await readProducts(orm, isActive, { limit: mostRemembered }))
}

/**
 * The product page's product; null where none of that id is on sale [DATA-08, PDP-22]. Weight and
 * dimensions come back empty: the page reads them from the attributes [DATA-05, D44].
 */
export async function activeProduct(app: AppContext, id: string): Promise<Product | null> {
  if (!isStorableId(id)) return null
  const read = await withFallback(app, async ({ orm }) => {
    const [found] = await readProducts(orm, and(withId([id]), isActive), { limit: 1 })
    return found ?? null
  })
  if (read) rememberOne(app, id, read.value)
  const product = read
    ? read.value
    : (catalogFromMemory(app).products.find((known) => known.id === id) ?? null)
  return product && { ...product, weight: '', dimensions: { length: '', width: '', height: '' } }
}

/** The id of the product on sale under that slug; null where there is none. */
export async function productIdOfSlug(app: AppContext, typed: string): Promise<string | null> {
  if (typed.length > 200 || typed.includes('\0') || !typed.isWellFormed()) return null
  // As it is stored, or as somebody writes it: Salish-Wave.
  const slugs = [typed, slugOf(typed)]
  const read = await withFallback(app, async ({ orm }) => {
    const found = await orm
      .select({ id: products.id })
      .from(products)
      .where(and(inArray(products.slug, slugs), isActive))
      .limit(1)
    return found[0]?.id ?? null
  })
  if (read) return read.value
  return catalogFromMemory(app).products.find(({ slug }) => slugs.includes(slug))?.id ?? null
}

/**
 * Products by id, inactive ones too. From memory while the database is away, unless they must be
 * fresh, as where something is sold: then that is refused.
 */
export async function productsById(
  app: AppContext,
  ids: readonly string[],
  { mustBeFresh = false }: { mustBeFresh?: boolean } = {},
): Promise<Map<string, Product>> {
  const asked = [...new Set(ids)].filter(isStorableId)
  const byId = (list: readonly Product[]) => new Map(list.map((product) => [product.id, product]))
  const question = async ({ orm }: { orm: Orm }) =>
    asked.length === 0 ? [] : readProducts(orm, withId(asked), { limit: asked.length })
  if (mustBeFresh) {
    const sentence = 'The shop cannot take orders right now. Please try again in a few minutes.'
    return byId(await withDatabase(app, question, sentence))
  }
  const read = await withFallback(app, question)
  if (read) return byId(read.value)
  return byId(catalogFromMemory(app).products.filter((product) => asked.includes(product.id)))
}

/** Every category by name; none while the database is away [DATA-14]. */
export async function categoriesByName(app: AppContext): Promise<Category[]> {
  const read = await withFallback(app, ({ orm }) => orm.select().from(productCategories))
  return read ? byName(read.value) : []
}

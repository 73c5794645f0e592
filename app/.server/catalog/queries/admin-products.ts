import { and, asc, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  type CurrentGoldPrice,
  currentGoldPrice,
} from '#app/.server/gold-price/queries/gold-price.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { paginate } from '#app/.server/platform/pagination.ts'
import { goldSizeName } from '#app/domain/catalog/gold-size-name.ts'
import type { Attribute, Product } from '#app/domain/catalog/product.ts'
import { searchTerm } from '#app/domain/catalog/search.ts'
import { startingPrice } from '#app/domain/catalog/starting-price.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import type { Stock } from '#app/domain/inventory/stock.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { builtInPendants, isSample } from '#content/pendants/catalog.ts'
import { soldPieces, stock, stockOfSize } from '../product-rows.ts'
import { currentCatalog } from './cached-catalog.ts'

const productsOnAnAdminPage = 50

/**
 * By time and by name a page is read in the order of an index (db/migrations/0004_catalog.sql).
 * By price every match is priced at the current gold price, since the stored prices are older; its
 * sizes are those of the catalog in memory.
 */
export const productOrders = ['newest', 'name', '-name', 'price', '-price'] as const
export type ProductOrder = (typeof productOrders)[number]

export const productsShown = ['all', 'active', 'hidden', 'featured'] as const

export type ProductFilter = {
  /** What was typed to look for, as it is. */
  q: string
  show?: (typeof productsShown)[number]
  /** A category's slug; empty for all. */
  category?: string
}

export type AdminProductsQuestion = ProductFilter & {
  order: ProductOrder
  /** From 1; one beyond the end answers the last page. */
  page: number
}

export type AdminProductRow = {
  id: string
  name: string
  /** As last stored, dollars with two decimals. */
  price: string
  active: boolean
  featured: boolean
  /** Of the product as a whole. */
  stock: Stock | null
  /** Counted pieces that were sold. */
  sold: number
  /** When it is shown and hidden automatically. */
  shownFrom: Date | null
  shownUntil: Date | null
  /** Its gold sizes, for the price of now and what is left of each. */
  attributes: Attribute[]
  images: { first: string | null; count: number }
  categories: string[]
}

/** The Products tab: every product, hidden ones too [ADM-02, ADM-03, ADM-04, D18]. */
export async function adminProducts(
  app: AppContext,
  { order, page: asked, ...filter }: AdminProductsQuestion,
  goldPrice = currentGoldPrice(app),
) {
  const where = matching(filter)
  const read = await withFallback(app, async ({ orm }) => {
    const total = await orm.$count(products, where)
    const { page, pages } = paginate(asked, total, productsOnAnAdminPage)
    const isByPrice = order === 'price' || order === '-price'
    const found = isByPrice
      ? await readPageByPrice(orm, app, await goldPrice, where, order, page)
      : await readPage(orm, where, order, page)
    return { products: found, total, page, pages, answers: true }
  })
  return read?.value ?? { products: [], total: 0, page: 1, pages: 1, answers: false }
}

/** All that a filter finds, newest first. */
export async function productIds(app: AppContext, filter: ProductFilter): Promise<string[]> {
  const where = matching(filter)
  const [found] = await withDatabase(app, ({ orm }) =>
    // As one value: ten thousand rows take longer to pass on than to find.
    rows<{ ids: string[] }>(
      orm,
      sql`select array_to_json(array(select id from products ${where ? sql`where ${where}` : sql``}
            order by created_at desc, id collate "C")) as ids`,
    ),
  )
  return found?.ids ?? []
}

function matching({ q, show = 'all', category = '' }: ProductFilter): SQL | undefined {
  const term = searchTerm(q)
  return and(
    // Plain text is looked for, so %, _ and \ stand for themselves.
    term === '' ? undefined : sql`strpos(products.folded_name, ${term}) > 0`,
    show === 'all' ? undefined : shownBy[show],
    category === ''
      ? undefined
      : sql`exists (select from product_category_mappings m
            join product_categories c on c.id = m.category_id
            where m.product_id = products.id and c.slug = ${category})`,
  )
}

const shownBy = {
  active: sql`products.active`,
  hidden: sql`not products.active`,
  featured: sql`products.featured`,
}

/** What each starts at now, as its row shows it; one without a readable price comes last. */
async function readPageByPrice(
  orm: Orm,
  app: AppContext,
  { gold }: CurrentGoldPrice,
  where: SQL | undefined,
  order: 'price' | '-price',
  page: number,
): Promise<AdminProductRow[]> {
  // As one value: ten thousand rows take longer to pass on than to find.
  const [matches] = await rows<{ ids: string[] }>(
    orm,
    sql`select array_to_json(array(
          select id from products ${where ? sql`where ${where}` : sql``})) as ids`,
  )
  const { byId } = await currentCatalog(app)
  const sign = order === 'price' ? 1 : -1
  const ids = (matches?.ids ?? [])
    .map((id) => {
      const product = byId.get(id)
      return { id, amount: product && startingAmount(product, gold.perGram) }
    })
    .sort((one, other) => {
      if (one.amount === other.amount) return sign * (one.id < other.id ? -1 : 1)
      if (one.amount === undefined || other.amount === undefined)
        return one.amount === undefined ? 1 : -1
      return sign * (one.amount - other.amount)
    })
    .slice((page - 1) * productsOnAnAdminPage, page * productsOnAnAdminPage)
    .map(({ id }) => id)
  const found = await orm.select(row).from(products).where(inArray(products.id, ids))
  return found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

type Priced = { perGram: PricePerGram | null; amount: Cents | undefined }
const priced = new WeakMap<Product, Priced>()

/** Worked out once for each gold price: reading the sizes of ten thousand takes most of the time. */
function startingAmount(product: Product, perGram: PricePerGram | null): Cents | undefined {
  let known = priced.get(product)
  if (known?.perGram !== perGram) {
    known = { perGram, amount: startingPrice(product, perGram)?.amount }
    priced.set(product, known)
  }
  return known?.amount
}

async function readPage(
  orm: Orm,
  where: SQL | undefined,
  order: keyof typeof orderings,
  page: number,
): Promise<AdminProductRow[]> {
  // Which ones first, then their parts: beside an OFFSET, the parts of every product skipped would
  // be read as well.
  const ids = orm
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(...orderings[order])
    .limit(productsOnAnAdminPage)
    .offset((page - 1) * productsOnAnAdminPage)
  return orm
    .select(row)
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(...orderings[order])
}

const id = sql`products.id collate "C"`
const name = sql`products.folded_name`

const orderings = {
  newest: [desc(products.createdAt), id],
  name: [asc(name), asc(id)],
  '-name': [desc(name), desc(id)],
} satisfies Partial<Record<ProductOrder, SQL[]>>

// In these the outer table is written by name: Drizzle would shorten a column to "id", which the
// inner table has too.

const sizes = sql<Attribute[]>`(
  select coalesce(json_agg(
    json_build_object('id', a.id, 'name', a.name, 'option', a.option, 'stock', ${stockOfSize})
    order by a.position
  ), '[]')
  from product_attributes a
  where a.product_id = products.id and starts_with(a.name, ${goldSizeName('').trim()}))`

const images = sql<AdminProductRow['images']>`(
  select json_build_object('first', (array_agg(i.src order by i."order"))[1], 'count', count(*))
  from product_images i where i.product_id = products.id)`

const categories = sql<string[]>`(
  select coalesce(json_agg(c.name order by m.position, c.id), '[]')
  from product_category_mappings m join product_categories c on c.id = m.category_id
  where m.product_id = products.id)`

const row = {
  id: products.id,
  name: products.name,
  price: products.price,
  active: products.active,
  featured: products.featured,
  stock,
  sold: soldPieces,
  shownFrom: products.shownFrom,
  shownUntil: products.shownUntil,
  attributes: sizes,
  images,
  categories,
}

/** The samples that are shown [BULK-10]. */
export async function shownSamples(app: AppContext): Promise<{ id: string; name: string }[]> {
  if (app.config.database === 'none') return []
  const { byId } = await currentCatalog(app)
  return builtInPendants
    .flatMap(({ id }) => byId.get(id) ?? [])
    .filter(isSample)
    .map(({ id, name }) => ({ id, name }))
}

import { desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { EngravingOption } from '#app/domain/catalog/engraving.ts'
import type { Attribute, Category, Image, Product } from '#app/domain/catalog/product.ts'
import type { Stock } from '#app/domain/inventory/stock.ts'
import { products } from '../platform/db/catalog-schema.ts'
import { type Orm, rows } from '../platform/db/database.ts'

/** Newest first [DATA-06]; equal times are settled by the id's bytes, alike on every server. */
const newestFirst = [desc(products.createdAt), sql`products.id collate "C"`]

/** Products with their images, attributes and categories in one question, newest first [DATA-07]. */
export async function readProducts(
  orm: Orm,
  where: SQL | undefined,
  page?: { limit: number; offset?: number },
): Promise<Product[]> {
  // Which ones first, then their parts: beside an OFFSET, the parts of every product skipped would
  // be read as well.
  const ids =
    page &&
    orm
      .select({ id: products.id })
      .from(products)
      .where(where)
      .orderBy(...newestFirst)
      .limit(page.limit)
      .offset(page.offset ?? 0)
  const found = await orm
    .select({
      id: products.id,
      name: products.name,
      slug: products.slug,
      price: products.price,
      description: products.description,
      short_description: products.shortDescription,
      weight: products.weight,
      dimensions: products.dimensions,
      active: products.active,
      featured: products.featured,
      finalSale: products.finalSale,
      usOnly: products.usOnly,
      searchTitle: products.searchTitle,
      searchDescription: products.searchDescription,
      options: products.options,
      stock,
      engraving,
      images,
      attributes,
      categories,
    })
    .from(products)
    .where(ids ? inArray(products.id, ids) : where)
    .orderBy(...newestFirst)
  // The database keeps neither; they are always empty [DATA-04].
  return found.map(({ stock, engraving, options, finalSale, usOnly, ...found }) => {
    const { searchTitle, searchDescription, ...row } = found
    return {
      ...row,
      related_ids: [],
      shipping_class: '',
      ...(stock && { stock }),
      ...(engraving && { engraving }),
      ...(options.length > 0 && { options }),
      ...(finalSale && { finalSale }),
      ...(usOnly && { usOnly }),
      ...(searchTitle && { searchTitle }),
      ...(searchDescription && { searchDescription }),
    }
  })
}

/**
 * By id, newest first, what is another at each save of a product; after a restore too. Answered as
 * one value, since ten thousand rows take longer to pass on than to find; they are found in an index
 * alone (db/migrations/0004_catalog.sql).
 */
export async function readVersions(orm: Orm, where?: SQL): Promise<ReadonlyMap<string, string>> {
  const [listed] = await rows<{ lines: string[] }>(
    orm,
    sql`select array_to_json(array(
          select revision || ' ' || date_part('epoch', updated_at) || ' ' || id
          from products ${where ? sql`where ${where}` : sql``}
          order by ${sql.join(newestFirst, sql`, `)}
        )) as lines`,
  )
  const versions = new Map<string, string>()
  for (const line of listed?.lines ?? []) {
    const end = line.indexOf(' ', line.indexOf(' ') + 1)
    versions.set(line.slice(end + 1), line.slice(0, end))
  }
  return versions
}

/** When the product of this version was saved. */
export function savedAt(version: string): Date {
  return new Date(Number(version.slice(version.indexOf(' ') + 1)) * 1000)
}

export const withId = (ids: readonly string[]) => inArray(products.id, [...ids])

// In these the outer table is written by name: Drizzle would shorten a column to "id", which the
// inner table has too.

const images = sql<Image[]>`(
  select coalesce(json_agg(
    json_build_object('id', i.id, 'src', i.src, 'alt', i.alt, 'order', i."order")
    order by i."order", i.id
  ), '[]') from product_images i where i.product_id = products.id)`

export const stock = sql<Stock | null>`(
  case when products.pieces is not null then json_build_object('pieces', products.pieces,
    'reserved', products.pieces_reserved, 'counted', products.pieces_counted) end)`

const engraving = sql<EngravingOption | null>`(
  case when products.engraving_max is not null then json_build_object(
    'fee', products.engraving_fee_cents, 'max', products.engraving_max) end)`

export const engravingColumns = (option: EngravingOption | null) => ({
  engravingFeeCents: option?.fee ?? null,
  engravingMax: option?.max ?? null,
})

/** Of an attribute `a`: a size whose pieces are counted. */
export const stockOfSize = sql`case when a.pieces is not null then json_build_object(
  'pieces', a.pieces, 'reserved', a.pieces_reserved, 'counted', a.pieces_counted) end`

const attributes = sql<Attribute[]>`(
  select coalesce(json_agg(
    json_strip_nulls(json_build_object('id', a.id, 'name', a.name, 'option', a.option,
      'key', a.size_key, 'stock', ${stockOfSize})) order by a.position, a.id
  ), '[]') from product_attributes a where a.product_id = products.id)`

const categories = sql<Category[]>`(
  select coalesce(json_agg(
    json_build_object('id', c.id, 'name', c.name, 'slug', c.slug) order by m.position, c.id
  ), '[]')
  from product_category_mappings m join product_categories c on c.id = m.category_id
  where m.product_id = products.id)`

/** Counted pieces that were sold, less those for sale again. */
export const soldPieces = sql<number>`(
  select coalesce(sum(s.quantity - s.back), 0)::integer from stock_claims s
  where s.product_id = products.id and s.state = 'sold')`

/** An id the database can be asked for: it holds no longer ones, and no text with a NUL in it. */
export function isStorableId(id: string): boolean {
  return id !== '' && id.length <= 64 && !id.includes('\0') && id.isWellFormed()
}

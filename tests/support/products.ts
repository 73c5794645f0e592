import { type SQL, sql } from 'drizzle-orm'
import type { AppContext, CachedCatalog } from '#app/.server/app-context.ts'
import * as schema from '#app/.server/platform/db/catalog-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import type { Product } from '#app/domain/catalog/product.ts'

export type NewProduct = Partial<typeof schema.products.$inferInsert> & {
  id: string
  images?: { src: string; alt?: string; order: number }[]
  attributes?: { name: string; option?: string; key?: string }[]
  /** Ids of categories that are there. */
  categoryIds?: string[]
}

/** Puts products with their parts into a database, as staff would. */
export async function insertProducts(db: Database, list: readonly NewProduct[]): Promise<void> {
  if (list.length === 0) return
  const { products, productImages, productAttributes, productCategoryMappings } = schema
  await db.orm.transaction(async (tx) => {
    await tx.insert(products).values(
      list.map(({ images, attributes, categoryIds, ...columns }) => ({
        name: `Piece ${columns.id}`,
        slug: `piece-${columns.id}`,
        price: '100.00',
        dimensions: { length: '', width: '', height: '' },
        ...columns,
      })),
    )
    const images = list.flatMap(({ id, images = [] }) =>
      images.map((image) => ({ ...image, productId: id })),
    )
    const attributes = list.flatMap(({ id, attributes = [] }) =>
      attributes.map((attribute, position) => ({ ...attribute, productId: id, position })),
    )
    const mappings = list.flatMap(({ id, categoryIds = [] }) =>
      categoryIds.map((categoryId, position) => ({ productId: id, categoryId, position })),
    )
    if (images.length > 0) await tx.insert(productImages).values(images)
    if (attributes.length > 0) await tx.insert(productAttributes).values(attributes)
    if (mappings.length > 0) await tx.insert(productCategoryMappings).values(mappings)
  })
}

export async function insertCategories(
  db: Database,
  categories: readonly { id: string; name: string; slug: string }[],
): Promise<void> {
  await db.orm.insert(schema.productCategories).values([...categories])
}

/** An empty catalog, as where staff have deleted everything. */
export async function emptyCatalog(db: Database): Promise<void> {
  await db.orm.delete(schema.products)
  await db.orm.delete(schema.productCategories)
}

/** A catalog as if it had just been read. */
export function catalogOf(products: readonly Product[]): CachedCatalog {
  return {
    revision: 0,
    onSale: products.filter((product) => product.active),
    byId: new Map(products.map((product) => [product.id, product])),
    versions: new Map(products.map(({ id }) => [id, '1'])),
  }
}

/** Changes products past the commands, as if they had been saved. */
export async function changeProducts(
  app: AppContext,
  changes: Partial<typeof schema.products.$inferInsert>,
  where?: SQL,
): Promise<void> {
  await app.db.orm
    .update(schema.products)
    .set({ ...changes, revision: sql`products.revision + 1` })
    .where(where)
  app.revisions.raise('catalog')
}

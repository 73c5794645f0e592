import { isNotNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { csvColumns, csvRows } from '#app/contracts/catalog/csv/columns.ts'
import { factsOf } from '#app/domain/catalog/product-facts.ts'
import { csv } from '#app/domain/text/csv.ts'
import { type ProductFilter, productIds } from './admin-products.ts'
import { catalogWithRevisions } from './cached-catalog.ts'

/** The tax codes of products that have their own, by id. */
export async function taxCodes(app: AppContext): Promise<ReadonlyMap<string, string | null>> {
  const found = await withDatabase(app, ({ orm }) =>
    orm
      .select({ id: products.id, taxCode: products.taxCode })
      .from(products)
      .where(isNotNull(products.taxCode)),
  )
  return new Map(found.map(({ id, taxCode }) => [id, taxCode]))
}

/** All products that a filter finds, for a spreadsheet [CSV-01]. */
export async function productCsv(app: AppContext, filter: ProductFilter): Promise<string> {
  const [ids, codes] = await Promise.all([productIds(app, filter), taxCodes(app)])
  const { byId, revisionOf } = await catalogWithRevisions(app)
  const rows = ids.flatMap((id) => {
    const product = byId.get(id)
    const revision = revisionOf(id)
    if (!product || revision === null) return []
    return csvRows({ id, revision, facts: factsOf(product, codes.get(id) ?? null) })
  })
  return csv([[...csvColumns], ...rows])
}

import { inArray, sql } from 'drizzle-orm'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'

/** Which of an order's products are still in the catalog, and the first picture of each. */
export async function productsStillInCatalog(
  orm: Orm,
  ids: readonly string[],
): Promise<{ known: string[]; pictures: Record<string, string> }> {
  if (ids.length === 0) return { known: [], pictures: {} }
  const picture = sql<string | null>`(select i.src from product_images i
    where i.product_id = products.id order by i."order", i.id limit 1)`
  const found = await orm
    .select({ id: products.id, picture })
    .from(products)
    .where(inArray(products.id, [...new Set(ids)]))
  return {
    known: found.map(({ id }) => id),
    pictures: Object.fromEntries(
      found.flatMap((each) => (each.picture ? [[each.id, each.picture]] : [])),
    ),
  }
}

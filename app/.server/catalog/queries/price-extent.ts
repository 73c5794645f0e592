import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import {
  productChangeRows,
  productChanges,
} from '#app/.server/platform/db/product-change-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { ProductToSave } from '#app/contracts/catalog/read-product.ts'
import {
  movesBeyond,
  type PriceChange,
  priceChanges,
  reauthAboveProducts,
  reauthBeyond,
} from '#app/domain/catalog/price-change.ts'
import { factsOf } from '#app/domain/catalog/product-facts.ts'
import { isStorableId, readProducts, withId } from '../product-rows.ts'

type Extent = 'none' | 'small' | 'large'

/** How far a save of one product moves its prices, at the gold price now [FRESH-06]. */
export async function extentOfProduct(
  app: AppContext,
  id: string,
  product: Pick<ProductToSave, 'sizes' | 'engraving' | 'options'>,
): Promise<Extent> {
  if (app.config.database === 'none' || !isStorableId(id)) return 'none'
  const { gold } = await currentGoldPrice(app)
  const [stored] = await withDatabase(app, ({ orm }) =>
    readProducts(orm, withId([id]), { limit: 1 }),
  )
  // It was deleted; the save itself is refused.
  if (!stored) return 'none'
  return extentOf(priceChanges(factsOf(stored, null), product, gold.perGram))
}

/** The same of a change of many products that is made or undone. Also of too many small ones. */
export async function extentOfChange(
  app: AppContext,
  id: string,
  action: 'apply' | 'undo',
): Promise<Extent> {
  if (!isStorableId(id)) return 'none'
  const { gold } = await currentGoldPrice(app)
  const rows = await withDatabase(app, ({ orm }) =>
    orm
      .select({
        revision: productChangeRows.revision,
        before: productChangeRows.before,
        after: productChangeRows.after,
      })
      .from(productChangeRows)
      .innerJoin(productChanges, eq(productChanges.id, productChangeRows.changeId))
      .where(eq(productChanges.id, id)),
  )
  const byProduct = rows
    // What a change made is deleted when it is undone.
    .filter(({ revision }) => action === 'apply' || revision !== null)
    .map(({ before, after }) =>
      action === 'apply'
        ? priceChanges(before, after, gold.perGram)
        : priceChanges(after, before, gold.perGram),
    )
    .filter((changes) => changes.length > 0)
  return byProduct.length > reauthAboveProducts ? 'large' : extentOf(byProduct.flat())
}

function extentOf(changes: readonly PriceChange[]): Extent {
  if (changes.length === 0) return 'none'
  return changes.some((change) => movesBeyond(change, reauthBeyond)) ? 'large' : 'small'
}

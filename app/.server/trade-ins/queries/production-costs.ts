import type { AppContext } from '#app/.server/app-context.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { productionCosts } from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { cents } from '#app/domain/money/cents.ts'

/** What making each size costs, for staff alone. */
export async function productionCostsPage(app: AppContext) {
  const { onSale } = await currentCatalog(app)
  const costs = await withDatabase(app, ({ orm }) => orm.select().from(productionCosts))
  const costOf = (productId: string, size: string) =>
    costs.find((each) => each.productId === productId && each.size === size)?.costCents
  return onSale.map(({ id: productId, name, attributes }) => ({
    productId,
    name,
    /** Null: staff keep no figure of the size. */
    sizes: goldSizes(attributes).map(({ size }) => {
      const cost = costOf(productId, size)
      return { size, cost: cost === undefined ? null : cents(cost) }
    }),
  }))
}

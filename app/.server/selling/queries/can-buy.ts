import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { storedSellingStop } from './selling.ts'

/** Whether the shop takes payments, sells, and shows a product: only then it says that one can be bought [OPENING-06]. */
export async function canBuy(app: AppContext): Promise<boolean> {
  if (app.payments === null) return false
  return withDatabase(app, async ({ orm }) => {
    if ((await storedSellingStop(orm)) !== null) return false
    return (await orm.$count(products, eq(products.active, true))) > 0
  })
}

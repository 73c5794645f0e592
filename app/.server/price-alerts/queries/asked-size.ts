import type { AppContext } from '#app/.server/app-context.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { sizeOfKey } from '#app/domain/catalog/size-key.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { amountProblem } from '#app/domain/price-alerts/request.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { type AlertSize, alertSize } from '../alert-size.ts'

/** Whether the pages of pieces offer alerts: a shop without email sends none [PIECEALERT-08]. */
export const offersAlerts = (app: AppContext) => app.mail !== null && hasDatabase(app)

/** A size that a form names, with its price now. */
export type AskedSize = AlertSize & {
  price: Cents
  /** Why an alert for this amount would be of no use, in a sentence, or null. */
  problemOf: (under: Cents) => string | null
}

/** The size that a form names by its key or its label; null where it is not for sale. */
export async function askedSize(
  app: AppContext,
  { product: productId, size: asked }: { product: string; size: string },
): Promise<AskedSize | null> {
  const [catalog, { gold }] = await Promise.all([currentCatalog(app), currentGoldPrice(app)])
  const sizes = goldSizes(catalog.byId.get(productId)?.attributes ?? [])
  const sizeKey = sizeOfKey(sizes, asked)?.key ?? ''
  const found = alertSize(catalog, { productId, sizeKey })
  if (!found?.isForSale) return null
  const { weight, fee } = found.size
  return {
    ...found,
    price: priceItem(weight, fee, gold.perGram).unitPrice,
    problemOf: (under) => amountProblem(found.size, under, gold.perGram),
  }
}

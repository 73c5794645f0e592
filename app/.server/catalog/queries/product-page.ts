import type { AppContext } from '#app/.server/app-context.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { paracordSetting } from '#app/.server/settings/paracord.ts'
import { shippingPromise } from '#app/.server/settings/queries/shipping-promise.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import { shownProduct } from './catalog.ts'
import { relatedPieces } from './related-pieces.ts'

/** Everything one piece's page shows but the gold price, which every page is given; null without such a piece. */
export async function productPage(
  app: AppContext,
  id: string,
  goldPrice = currentGoldPrice(app),
  { hiddenToo = false }: { hiddenToo?: boolean } = {},
) {
  const [
    product,
    promise,
    { days: returnDays, takesEngraved },
    paracord,
    { gold, mayQuote, lastUpdated },
  ] = await Promise.all([
    shownProduct(app, id, { hiddenToo }),
    shippingPromise(app),
    returnTermsSetting.current(app),
    paracordSetting.current(app),
    goldPrice,
  ])
  if (!product) return null
  const renewed = lastUpdated ?? gold.takenAt
  const until = nextRefresh(renewed, app.config.gold.refreshMs, app.now())
  const pricesUntil = mayQuote ? until.toISOString() : null
  const related = await relatedPieces(app, product, gold.perGram)
  return { product, promise, returnDays, takesEngraved, paracord, pricesUntil, related }
}

/**
 * The end of the running refresh period, counted from when the price was last stored: that refresh
 * itself where it is still to come, else (refreshes that brought nothing) the next in its step.
 */
export function nextRefresh(renewed: Date, refreshMs: number, now: Date): Date {
  const periods = Math.floor(Math.max(0, now.getTime() - renewed.getTime()) / refreshMs) + 1
  const end = renewed.getTime() + periods * refreshMs
  return new Date(Math.min(end, now.getTime() + refreshMs))
}

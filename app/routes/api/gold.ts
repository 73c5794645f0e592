import { currentGoldPrice, goldPriceResponse } from '#app/.server/gold-price/queries/gold-price.ts'
import { apiRoute, json } from '#app/.server/platform/http/api-route.ts'
import { inTurn } from '#app/.server/platform/http/limits/page-queue.ts'
import { showsGoldPrice } from '#app/.server/platform/http/page-cache/page-life.ts'

export const middleware = [inTurn]

/** The current record; never a reason to ask a feed [D17]. */
export const loader = apiRoute({
  GET: async ({ app, context }) => {
    const price = currentGoldPrice(app)
    showsGoldPrice(context, await price)
    return json(await goldPriceResponse(app, price), { headers: { 'Cache-Control': 'no-cache' } })
  },
})

export const action = loader

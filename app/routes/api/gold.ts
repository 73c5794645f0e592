import { goldAnswer } from '#app/.server/gold-price/queries/gold-price.ts'
import { apiRoute, json } from '#app/.server/platform/http/api-route.ts'
import { inTurn } from '#app/.server/platform/http/page-queue.ts'

export const middleware = [inTurn]

/** The current record; never a reason to ask a feed [D17]. */
export const loader = apiRoute({
  GET: async ({ app }) => json(await goldAnswer(app), { headers: { 'Cache-Control': 'no-cache' } }),
})

export const action = loader

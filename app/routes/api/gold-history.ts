import { goldHistory, historyRange } from '#app/.server/gold-price/queries/gold-price.ts'
import { apiRoute, json } from '#app/.server/platform/http/api-route.ts'
import { writeGoldHistory } from '#app/contracts/gold-price-history.ts'

export const loader = apiRoute({
  GET: async ({ request, app }) => {
    const range = historyRange(new URL(request.url).searchParams.get('range'))
    const headers = { 'Cache-Control': 'no-cache' }
    return json(writeGoldHistory(await goldHistory(app, range)), { headers })
  },
})

export const action = loader

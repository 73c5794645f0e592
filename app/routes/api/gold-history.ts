import { goldHistory, historyRange } from '#app/.server/gold-price/queries/gold-price.ts'
import { apiRoute, json } from '#app/.server/platform/http/api-route.ts'
import { trueUntil } from '#app/.server/platform/http/page-cache/page-life.ts'
import { writeGoldHistory } from '#app/contracts/gold-price/gold-price-history.ts'

export const loader = apiRoute({
  GET: async ({ request, app, context }) => {
    const range = historyRange(new URL(request.url).searchParams.get('range'))
    // The chart ends at the present; a minute does not show in it.
    trueUntil(context, new Date(app.now().getTime() + 60_000))
    const headers = { 'Cache-Control': 'no-cache' }
    return json(writeGoldHistory(await goldHistory(app, range)), { headers })
  },
})

export const action = loader

import { goldPriceStream } from '#app/.server/gold-price/gold-price-stream.ts'
import { apiRoute } from '#app/.server/platform/http/api-route.ts'

/** Pushes the current record to an open page, at once and at every change [LIVE-01]. */
export const loader = apiRoute({
  GET: async ({ request, app }) => goldPriceStream(app, request),
})

export const action = loader

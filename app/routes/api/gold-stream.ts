import { goldPriceStream } from '#app/.server/gold-price/gold-price-stream.ts'
import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { networkOf } from '#app/.server/platform/http/client-address.ts'
import { clientAddressContext } from '#app/.server/platform/http/request-context.ts'

/** Pushes the current record to an open page, at once and at every change [LIVE-01]. */
export const loader = apiRoute({
  GET: async ({ request, app, context }) =>
    goldPriceStream(app, request, networkOf(context.get(clientAddressContext))),
})

export const action = loader

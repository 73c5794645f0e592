import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { apiRoute, jsonBody } from '#app/.server/platform/http/api-route.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { quoteRequest } from '#app/contracts/quote/quote-request.ts'

export const middleware = [rateLimit('quote'), bodyLimit(64)]

export const loader = apiRoute({
  POST: async ({ request, app }) => {
    const { lines } = await jsonBody(request, quoteRequest)
    return quoteCart(app, lines)
  },
})

export const action = loader

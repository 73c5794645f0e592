import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { apiRoute, jsonBody } from '#app/.server/platform/http/api-route.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { quoteRequest } from '#app/contracts/quote/quote-request.ts'
import { isRobot } from '#app/domain/visits/visit.ts'

export const middleware = [rateLimit('quote'), bodyLimit(64)]

export const loader = apiRoute({
  POST: async ({ request, app }) => {
    const { lines, begun } = await jsonBody(request, quoteRequest)
    const quote = await quoteCart(app, lines)
    if (begun && !isRobot(request.headers.get('User-Agent'))) app.visits.add('cart', 'begun')
    return quote
  },
})

export const action = loader

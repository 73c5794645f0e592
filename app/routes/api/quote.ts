import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { apiRoute, jsonBody } from '#app/.server/platform/http/api-route.ts'
import { rateLimitKey } from '#app/.server/platform/http/client-address.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { rateLimit, secondsToWait, uncount } from '#app/.server/platform/http/limits/rate-limits.ts'
import { clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { quoteRequest } from '#app/contracts/quote/quote-request.ts'
import { isRobot } from '#app/domain/visits/visit.ts'

export const middleware = [rateLimit('quote'), bodyLimit(64)]

export const loader = apiRoute({
  POST: async ({ request, app, context }) => {
    const { lines, code, shipping, begun } = await jsonBody(request, quoteRequest)
    const key = rateLimitKey(context.get(clientAddressContext))
    const guesses = {
      count: () => secondsToWait(context, 'discountCode', key),
      uncount: () => uncount(context, 'discountCode', key),
    }
    const entered = code ? { ...code, guesses } : null
    const quote = await quoteCart(app, lines, entered, shipping)
    if (begun && !isRobot(request.headers.get('User-Agent'))) app.visits.add('cart', 'begun')
    return quote
  },
})

export const action = loader

import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { apiRoute, jsonBody } from '#app/.server/platform/http/api-route.ts'
import { rateLimitKey } from '#app/.server/platform/http/client-address.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import {
  rateLimit,
  secondsLeft,
  secondsToWait,
} from '#app/.server/platform/http/limits/rate-limits.ts'
import { clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { quoteRequest } from '#app/contracts/quote/quote-request.ts'

export const middleware = [rateLimit('quote'), bodyLimit(64)]

export const loader = apiRoute({
  POST: async ({ request, app, context }) => {
    const { lines, code } = await jsonBody(request, quoteRequest)
    if (!code) return quoteCart(app, lines)
    const key = rateLimitKey(context.get(clientAddressContext))
    const guesses = {
      wait: () => secondsLeft(context, 'discountCode', key),
      wrong: () => secondsToWait(context, 'discountCode', key),
    }
    return quoteCart(app, lines, { ...code, guesses })
  },
})

export const action = loader

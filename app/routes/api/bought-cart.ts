import { boughtCart } from '#app/.server/checkout/queries/bought-cart.ts'
import { apiRoute, jsonBody } from '#app/.server/platform/http/api-route.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { boughtCartRequest } from '#app/contracts/cart/bought-cart-request.ts'

export const middleware = [rateLimit('boughtCart'), bodyLimit(1)]

/** Asked by pages whose cart went to pay: a payment may be known before its buyer is back [CART-17]. */
export const loader = apiRoute({
  POST: async ({ request, app }) => {
    const { quote } = await jsonBody(request, boughtCartRequest)
    return { lines: await boughtCart(app, quote) }
  },
})

export const action = loader

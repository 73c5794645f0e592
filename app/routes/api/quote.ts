import { apiRoute, jsonBody } from '#app/.server/http/answer.ts'
import { quoteCart } from '#app/.server/operations/quote-cart.ts'
import { quoteRequest } from '#app/forms/quote-request.ts'

export const loader = apiRoute({
  POST: async ({ request, shop }) => {
    const { lines } = await jsonBody(request, quoteRequest)
    return quoteCart(shop, lines)
  },
})

export const action = loader

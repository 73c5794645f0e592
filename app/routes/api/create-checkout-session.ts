import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { whileUnavailable } from '#app/.server/platform/db/with-database.ts'
import { apiRoute, jsonBody } from '#app/.server/platform/http/api-route.ts'
import { checkoutRequest } from '#app/contracts/checkout-request.ts'

export const loader = apiRoute({
  POST: async ({ request, shop }) =>
    whileUnavailable(
      'The shop cannot take orders right now. Nothing was charged. Please try again in a few minutes.',
      placeOrder(shop, {
        ...(await jsonBody(request, checkoutRequest)),
        // Beside the body, which is {amount, quote} and no more [PAY-07].
        replaces: request.headers.get('replaces-quote'),
        buyNow: request.headers.get('buy-now') === 'yes',
      }),
    ),
})

export const action = loader

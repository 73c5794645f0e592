import { z } from 'zod'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { apiRoute, jsonBody } from '#app/.server/platform/http/api-route.ts'
import { networkOf } from '#app/.server/platform/http/client-address.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { emailedLinkRefusal } from '#app/.server/platform/http/limits/form-limits.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { clientAddressContext } from '#app/.server/platform/http/request-context.ts'

export const middleware = [rateLimit('checkout'), bodyLimit(256)]

export const loader = apiRoute({
  POST: async ({ request, app, context }) =>
    placeOrder(app, {
      ...(await jsonBody(request, checkoutRequest)),
      // Beside the body, which is {amount, quote} and no more [PAY-07].
      replaces: request.headers.get('replaces-quote'),
      buyNow: request.headers.get('buy-now') === 'yes',
      payBy: request.headers.get('pay-by'),
      giftNote: request.headers.get('gift-note'),
      remindMe: request.headers.get('remind-me'),
      mayRemind: async (email) =>
        (await emailedLinkRefusal(context, 'cartReminder', email)) === null,
      reminder: request.headers.get('cart-reminder'),
      network: networkOf(context.get(clientAddressContext)),
    }),
})

export const action = loader

/**
 * The body of POST /api/create-checkout-session [PAY-07]. Only its outer form is parsed here:
 * `placeOrder` refuses each wrong field by its own documented code.
 */
const checkoutRequest = z.object(
  { amount: z.unknown().optional(), quote: z.unknown().optional() },
  { error: 'Please send the amount and the quote.' },
)

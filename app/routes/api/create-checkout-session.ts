import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { emailOfHeader } from '#app/.server/checkout/checkout-request.ts'
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
      remindMe: await allowedReminder(context, request.headers.get('remind-me')),
      reminder: request.headers.get('cart-reminder'),
      network: networkOf(context.get(clientAddressContext)),
    }),
})

export const action = loader

/**
 * A checkout never fails for too many reminders; then there is none. The address is counted in its one form,
 * since a header can encode it in many [REMIND-06].
 */
async function allowedReminder(context: Readonly<RouterContextProvider>, encoded: string | null) {
  if (!encoded) return null
  const email = emailOfHeader(encoded)
  // What is no address is refused by `placeOrder`, and no email goes out.
  if (email === null) return encoded
  const refused = await emailedLinkRefusal(context, 'cartReminder', email)
  return refused === null ? encoded : null
}

/**
 * The body of POST /api/create-checkout-session [PAY-07]. Only its outer form is parsed here:
 * `placeOrder` refuses each wrong field by its own documented code.
 */
const checkoutRequest = z.object(
  { amount: z.unknown().optional(), quote: z.unknown().optional() },
  { error: 'Please send the amount and the quote.' },
)

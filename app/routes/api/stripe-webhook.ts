import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { takePaymentMessage } from '#app/.server/payments/commands/receive-webhook.ts'

export const loader = apiRoute({
  POST: async ({ request, shop }) => {
    const body = new Uint8Array(await request.arrayBuffer())
    await takePaymentMessage(shop, body, request.headers.get('stripe-signature'))
    return { received: true }
  },
})

export const action = loader

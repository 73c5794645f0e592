import { apiRoute } from '#app/.server/http/answer.ts'
import { takePaymentMessage } from '#app/.server/operations/take-payment-message.ts'

export const loader = apiRoute({
  POST: async ({ request, shop }) => {
    const body = new Uint8Array(await request.arrayBuffer())
    await takePaymentMessage(shop, body, request.headers.get('stripe-signature'))
    return { received: true }
  },
})

export const action = loader

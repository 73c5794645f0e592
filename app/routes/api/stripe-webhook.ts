import { receiveWebhook } from '#app/.server/payments/commands/receive-webhook.ts'
import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'

export const middleware = [rateLimit('webhook'), bodyLimit(1024)]

export const loader = apiRoute({
  POST: async ({ request, app }) => {
    const body = new Uint8Array(await request.arrayBuffer())
    await receiveWebhook(app, body, request.headers.get('stripe-signature'))
    return { received: true }
  },
})

export const action = loader

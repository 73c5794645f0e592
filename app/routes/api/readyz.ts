import { apiRoute, json } from '#app/.server/platform/http/api-route.ts'
import { readiness } from '#app/.server/system/queries/readiness.ts'

/** Whether the shop can sell: database and gold price, by state alone [OPS-06]. */
export const loader = apiRoute({
  GET: async ({ app }) => {
    const ready = await readiness(app)
    return json(ready, { status: ready.ok ? 200 : 503 })
  },
})

export const action = loader

import { apiRoute } from '#app/.server/platform/http/api-route.ts'

/** The process is up. Says nothing of the world around it [OPS-06]. */
export const loader = apiRoute({ GET: async () => ({ ok: true }) })

export const action = loader

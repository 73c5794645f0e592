import { apiRoute } from '#app/.server/http/answer.ts'

/** The process is up. Says nothing of the world around it [OPS-06]. */
export const loader = apiRoute({ GET: async () => ({ ok: true }) })

export const action = loader

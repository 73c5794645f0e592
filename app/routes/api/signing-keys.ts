import { apiRoute, json } from '#app/.server/platform/http/api-route.ts'
import { publicKeys } from '#app/.server/signing/queries/public-keys.ts'

/** The keys that what the shop signs is checked with [PROOF-01]. */
export const loader = apiRoute({
  GET: async ({ app }) =>
    json(
      { keys: await publicKeys(app.db.orm) },
      { headers: { 'Cache-Control': 'public, max-age=300' } },
    ),
})

export const action = loader

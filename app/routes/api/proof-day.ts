import { proofFile } from '#app/.server/gold-price/queries/proof.ts'
import { apiRoute } from '#app/.server/platform/http/api-route.ts'

/** A day of accepted gold prices, signed; a finished one never changes [PROOF-04]. */
export const loader = apiRoute({
  GET: async ({ app, params }) => {
    const { text, finished } = await proofFile(app, params.day ?? '')
    const life = finished ? 'public, max-age=31536000, immutable' : 'no-cache'
    return new Response(text, {
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': life },
    })
  },
})

export const action = loader

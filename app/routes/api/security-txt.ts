import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { brand } from '#brand'

const address = '/.well-known/security.txt'
/** RFC 9116 asks for less than a year. */
const validMs = 180 * 24 * 3_600_000

/** Whom to tell of a weakness (RFC 9116) [REPORT-03]. */
export const loader = apiRoute({
  GET: async ({ app }) => {
    const expires = new Date(app.now().getTime() + validMs)
    expires.setUTCHours(0, 0, 0, 0)
    const lines = [
      `Contact: mailto:${brand.email}`,
      `Expires: ${expires.toISOString().replace('.000', '')}`,
      'Preferred-Languages: en',
      `Canonical: ${app.publicUrl}${address}`,
      '',
    ]
    return new Response(lines.join('\n'), {
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' },
    })
  },
})

export const action = loader

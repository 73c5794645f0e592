import {
  certificatePdf,
  certificateText,
} from '#app/.server/certificates/queries/public-certificate.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { pdfInTurn } from '#app/.server/platform/http/limits/page-queue.ts'

export const middleware = [pdfInTurn]

const headers = { 'X-Robots-Tag': 'noindex' }

/**
 * A certificate as it was signed, for ever the same, and as a page to print, which says what became of it
 * [CERT-03, CERT-04].
 */
export const loader = apiRoute({
  GET: async ({ app, params, request }) => {
    const id = params.id ?? ''
    if (new URL(request.url).pathname.endsWith('.json')) {
      const text = found(await certificateText(app, id))
      return new Response(text, {
        headers: {
          ...headers,
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'public, max-age=31536000, immutable',
        },
      })
    }
    const pdf = found(await certificatePdf(app, id))
    return new Response(new Uint8Array(pdf), {
      headers: {
        ...headers,
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="certificate-${id}.pdf"`,
        'Cache-Control': 'no-cache',
      },
    })
  },
})

export const action = loader

function found<T>(answer: T | null): T {
  if (answer !== null) return answer
  throw new AppError('not_found', 404, 'There’s no certificate at this address.')
}

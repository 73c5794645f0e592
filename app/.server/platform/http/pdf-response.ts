import { AppError } from '../errors.ts'
import { type Back, refusal } from './error-page.ts'

/** A document that is about a person: shown by the browser, kept by no cache, found by no search. */
export function pdfResponse({ filename, pdf }: { filename: string; pdf: Uint8Array }): Response {
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${filename}"`,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}

const refusals: ReadonlySet<string> = new Set([
  'not_printable',
  'nothing_to_pack',
  'document_unknown',
])

/** `back`: where the page leads that says why a document is not made. */
type Asked = { request: Request; back: Back }

/**
 * The answer of a route that makes a PDF; where a letter cannot be printed, there is nothing to pack, or no such
 * document, a page with the sentence that says so [PRINT-02, PARCEL-13, PAPER-11].
 */
export async function orWhyNotPrinted(
  asked: Asked,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof AppError) || !refusals.has(error.code)) throw error
    return documentRefusal(asked, error)
  }
}

export function documentRefusal({ request, back }: Asked, problem: AppError): Response {
  const heading = problem.status === 404 ? 'Page Not Found' : 'No document'
  return refusal(request, problem, {}, { heading, back })
}

/** A document that was made, or 404 with what `unknown` says. */
export const documentResponse = (
  { unknown, ...asked }: Asked & { unknown: string },
  made: () => Promise<{ filename: string; pdf: Uint8Array } | null>,
) =>
  orWhyNotPrinted(asked, async () => {
    const document = await made()
    if (document === null) throw new AppError('document_unknown', 404, unknown)
    return pdfResponse(document)
  })

import { data } from 'react-router'
import { AppError } from '../errors.ts'

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

const refusals: ReadonlySet<string> = new Set(['not_printable', 'nothing_to_pack'])

/**
 * The answer of a route that makes a PDF; where a letter cannot be printed or there is nothing to pack, the
 * sentence that says so [PRINT-02, PARCEL-13].
 */
export async function orWhyNotPrinted(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof AppError) || !refusals.has(error.code)) throw error
    return refusalInText(error)
  }
}

export function refusalInText({ message, status }: AppError): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  return new Response(message, { status, headers })
}

/** A document that was made, or 404. */
export const documentResponse = (
  made: () => Promise<{ filename: string; pdf: Uint8Array } | null>,
) =>
  orWhyNotPrinted(async () => {
    const document = await made()
    if (document === null) throw data(null, { status: 404 })
    return pdfResponse(document)
  })

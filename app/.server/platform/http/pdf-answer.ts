/** A document that is about a person: shown by the browser, kept by no cache, found by no search. */
export function pdfAnswer({ filename, pdf }: { filename: string; pdf: Uint8Array }): Response {
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${filename}"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex',
    },
  })
}

/** Excel takes a file for UTF-8 by this mark alone; without it accents are garbled. */
const mark = '\ufeff'

/** A file for a spreadsheet, of rows that `csv` wrote [CSV-08]. Every CSV of the shop is answered here. */
export function csvResponse(name: string, rows: string): Response {
  return file(name, mark + rows)
}

/**
 * The same of a list of any length, page by page as the browser takes it [CSV-10]. What fails at the first page is
 * an error as everywhere; later the download is cut off, and the browser says so.
 */
export async function csvStream(name: string, pages: AsyncGenerator<string>): Promise<Response> {
  const encoder = new TextEncoder()
  let next: Promise<IteratorResult<string>> | null = Promise.resolve(await pages.next())
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(mark))
      },
      async pull(controller) {
        const { done, value } = await (next ?? pages.next())
        next = null
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await pages.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return file(name, body)
}

function file(name: string, body: string | ReadableStream): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}

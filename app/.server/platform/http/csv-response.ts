/** Excel takes a file for UTF-8 by this mark alone; without it accents are garbled. */
const mark = '\ufeff'

/** A file for a spreadsheet, of rows that `csv` wrote [CSV-08]. Every CSV of the shop is answered here. */
export function csvResponse(name: string, rows: string): Response {
  return new Response(mark + rows, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}

import { type Cents, centsToDecimal } from '#app/domain/money/cents.ts'
import { csv } from '#app/domain/text/csv.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'

const rowsOfAPage = 500

type Cell = string | number | null | Date
/** The heading of each column, and what it says of a row. */
export type Columns<Row> = readonly (readonly [string, (row: Row) => Cell])[]

/**
 * A list as CSV, page by page: the head, then the rows that follow the last one of the page before. Days are by
 * the shop's clock [CSV-10].
 */
export async function* csvPages<Row>(
  columns: Columns<Row>,
  read: (after: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<string> {
  let text = csv([columns.map(([heading]) => heading)])
  let last: Row | null = null
  for (;;) {
    const page: Row[] = await read(last, rowsOfAPage)
    yield text + csv(page.map((row) => columns.map(([, make]) => cellOf(make(row)))))
    text = ''
    last = page.at(-1) ?? null
    if (page.length < rowsOfAPage) return
  }
}

const cellOf = (value: Cell): string | number =>
  value instanceof Date ? dayAt(value, brand.timeZone) : (value ?? '')

export const dollars = (amount: number | null): string =>
  amount === null ? '' : centsToDecimal(amount as Cents)

import type { ChangeProblem } from '#app/.server/platform/db/product-change-schema.ts'
import type { NumberFormat } from '#app/contracts/catalog/csv/amounts.ts'
import {
  type CsvCells,
  type CsvColumn,
  csvColumns,
  maxCsvRows,
} from '#app/contracts/catalog/csv/columns.ts'
import type { CsvRow } from '#app/contracts/catalog/csv/csv-row.ts'
import { headingOf } from '#app/contracts/catalog/csv/heading.ts'
import { csvText } from '#app/domain/text/csv.ts'
import { type CsvTable, columnsNamed, maxRowsAbove, wrongFile } from './parse-csv.ts'

type CsvRows = {
  rows: CsvRow[]
  notes: string[]
  problems: ChangeProblem[]
  format: NumberFormat
}

const identifying: ReadonlySet<CsvColumn> = new Set(['id', 'web_address', 'name'])

/** The rows of a file by column; what cannot be used is said [CSV-03, CSV-07]. */
export function csvRowsOf({ rows: table, delimiter }: CsvTable): CsvRows {
  const top = headingRow(table)
  const heading = table[top] ?? []
  const columns = heading.map(knownColumn)
  const known = columns.filter((column) => column !== null)
  if (!known.some((column) => identifying.has(column))) {
    throw wrongFile(
      `The first row has none of the columns id, web_address, and name. The columns are ${csvColumns.join(', ')}.`,
    )
  }
  const twice = known.find((column, at) => known.indexOf(column) !== at)
  if (twice) throw wrongFile(`The column ${twice} appears twice.`)
  const records = table.slice(top + 1)
  if (records.length > maxCsvRows) {
    const most = maxCsvRows.toLocaleString('en-US')
    throw wrongFile(`It has more than ${most} rows. Please split it into several files.`)
  }
  const problems: ChangeProblem[] = []
  const rows: CsvRow[] = []
  for (const [at, record] of records.entries()) {
    if (record.every((cell) => cell.trim() === '')) continue
    const row = top + at + 2
    if (record.slice(heading.length).some((cell) => cell.trim() !== '')) {
      const message = 'It has more cells than the header row.'
      problems.push({ row, column: null, name: '', message })
    }
    const cells: CsvCells = {}
    const asText = new Set<CsvColumn>()
    for (const [place, column] of columns.entries()) {
      if (!column) continue
      const written = record[place] ?? ''
      cells[column] = csvText(written)
      if (cells[column] !== written) asText.add(column)
    }
    rows.push({ row, cells, asText })
  }
  return {
    ...{ rows, problems, notes: notesOf(heading, columns, top) },
    // Where cells are not parted by commas, a comma is that of a number.
    format: { decimalComma: delimiter !== ',' },
  }
}

/** The first rows may hold a title; the heading is the one that names the most columns. */
function headingRow(table: readonly string[][]): number {
  const named = table.slice(0, maxRowsAbove + 1).map(columnsNamed)
  return Math.max(0, named.indexOf(Math.max(...named)))
}

function knownColumn(heading: string): CsvColumn | null {
  const column = headingOf(heading)
  if (column !== null && typeof column === 'object') throw wrongFile(column.why)
  return column
}

function notesOf(
  heading: readonly string[],
  columns: readonly (CsvColumn | null)[],
  top: number,
): string[] {
  const unused = heading.filter((name, at) => columns[at] === null && name.trim() !== '')
  const missing = csvColumns.filter((column) => !columns.includes(column))
  return [
    ...(top > 0 ? [`The column names are in row ${top + 1}. Anything above it is ignored.`] : []),
    ...(unused.length > 0 ? [`Ignored columns: ${unused.join(', ')}.`] : []),
    ...(missing.length > 0 ? [`Missing columns, left unchanged: ${missing.join(', ')}.`] : []),
  ]
}

import { setImmediate } from 'node:timers/promises'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { csvColumns, maxCsvRows } from '#app/contracts/product-csv.ts'
import { csvText } from '#app/domain/text/csv.ts'
import { AppError } from '../platform/errors.ts'

/** The cells of a file, row by row, the heading first. */
type Table = string[][]

const common = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
} satisfies Options

/**
 * Reads a file that a spreadsheet saved: UTF-8 or UTF-16, with or without its mark, its cells parted by
 * commas, semicolons or tabs [CSV-02]. A row at a time, so that nobody waits for it.
 */
export async function parseCsv(bytes: Uint8Array): Promise<Table> {
  const text = decoded(bytes)
  const delimiter = delimiterOf(text)
  const table: Table = []
  const parser = parse({ ...common, delimiter, to: maxCsvRows + 2 })
  parser.on('readable', () => {
    for (let row = parser.read(); row !== null; row = parser.read()) {
      table.push((row as string[]).map(csvText))
    }
  })
  const ended = new Promise<void>((resolve, reject) => {
    parser.on('end', resolve)
    parser.on('error', reject)
  })
  try {
    await Promise.all([feed(parser, text), ended])
  } catch (error) {
    throw unreadable(error)
  }
  if (table.length > maxCsvRows + 1) {
    const most = maxCsvRows.toLocaleString('en-US')
    throw wrongFile(`It has more than ${most} rows. Please divide it into several files.`)
  }
  return table
}

const charactersAtATime = 65_536

async function feed(parser: ReturnType<typeof parse>, text: string): Promise<void> {
  for (let at = 0; at < text.length && !parser.destroyed; at += charactersAtATime) {
    parser.write(text.slice(at, at + charactersAtATime))
    await setImmediate()
  }
  parser.end()
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    // Takes the mark off as well.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (text.trim() === '') throw wrongFile('It is empty.')
    if (text.includes('\0'))
      throw wrongFile('This is not a CSV file. In a spreadsheet, save it as CSV.')
    return text
  } catch (error) {
    if (error instanceof AppError) throw error
    throw wrongFile('It is not in UTF-8. In the spreadsheet, save it as “CSV UTF-8”.')
  }
}

/** The sign by which the heading has the most columns that are known. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, 10_000)
  const known = (delimiter: string) => {
    try {
      const [cells = []] = parseAtOnce(heading, { ...common, delimiter, to: 1 }) as Table
      return cells.filter((cell) => columnOf(cell) !== null).length
    } catch {
      return 0
    }
  }
  return [',', ';', '\t']
    .map((delimiter) => ({ delimiter, columns: known(delimiter) }))
    .reduce((best, each) => (each.columns > best.columns ? each : best)).delimiter
}

/** `Web Address` → `web_address`; null for a heading that is none of ours. */
export function columnOf(heading: string) {
  const name = heading.trim().toLowerCase().replace(/\s+/g, '_')
  return csvColumns.find((column) => column === name) ?? null
}

function unreadable(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof CsvError)) throw error
  const line = 'lines' in error ? Number(error.lines) : null
  const where = line === null ? '' : ` Look at line ${line}: a quotation mark seems to be missing.`
  return wrongFile(`It cannot be read as CSV.${where}`)
}

export function wrongFile(why: string): AppError {
  return new AppError('csv_wrong', 422, `The file was not taken. ${why} Nothing was changed.`, {
    details: { errors: { file: why } },
  })
}

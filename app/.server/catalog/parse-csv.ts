import { setImmediate } from 'node:timers/promises'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { maxCsvRows } from '#app/contracts/catalog/csv/columns.ts'
import { howToSaveUtf8 } from '#app/contracts/catalog/csv/csv-row.ts'
import { headingOf } from '#app/contracts/catalog/csv/heading.ts'
import { AppError } from '../platform/errors.ts'

/** The cells of a file, row by row as a spreadsheet numbers them. */
export type CsvTable = { rows: string[][]; delimiter: string }

const common = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // `14" chain` without quotation marks around it is that text, as spreadsheets read it.
  relax_quotes: true,
} satisfies Options

/** Our own columns and as many of a spreadsheet's; more make a row of nothing but separators slow. */
const maxColumns = 200
/** In characters: the longest description and all else of a row fit in a tenth of it. */
const maxRow = 1_000_000

/** Rows above the heading, as a title; the heading is looked for so far. */
export const maxRowsAbove = 20

/**
 * Reads a file that a spreadsheet saved: UTF-8 or UTF-16, with or without its mark, its cells parted by
 * commas, semicolons or tabs, or by what a first line `sep=;` says [CSV-02]. A row at a time, so that
 * nobody waits for it.
 */
export async function parseCsv(bytes: Uint8Array): Promise<CsvTable> {
  const { text: decoded, isLossy } = decodedFile(bytes)
  const [line = '', said] = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/i.exec(decoded) ?? []
  const text = decoded.slice(line.length)
  const delimiter = said ?? delimiterOf(text)
  const rows: string[][] = []
  const parser = parse({
    ...common,
    delimiter,
    to: maxCsvRows + maxRowsAbove + 1,
    max_record_size: maxRow,
  })
  parser.on('readable', () => {
    for (let row = parser.read(); row !== null; row = parser.read()) {
      rows.push(row as string[])
      if (row.length > maxColumns) parser.destroy(tooWide(rows.length))
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
  if (isLossy) throw notUtf8(rows)
  return { rows, delimiter }
}

const charactersAtATime = 65_536

async function feed(parser: ReturnType<typeof parse>, text: string): Promise<void> {
  for (let at = 0; at < text.length && !parser.destroyed; at += charactersAtATime) {
    parser.write(text.slice(at, at + charactersAtATime))
    await setImmediate()
  }
  parser.end()
}

/** What a file is that is only called .csv, by its first bytes. */
const otherFiles: readonly (readonly [begins: readonly number[], what: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an Excel workbook'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
]

function decodedFile(bytes: Uint8Array): { text: string; isLossy: boolean } {
  const other = otherFiles.find(([begins]) => begins.every((byte, at) => bytes[at] === byte))
  if (other)
    throw wrongFile(`This is ${other[1]}, not a CSV file. In your spreadsheet app, save it as CSV.`)
  // Takes the mark off as well.
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (text.trim() === '') throw wrongFile('It is empty.')
  if (text.includes('\0')) {
    throw wrongFile('This isn’t a CSV file. In your spreadsheet app, save it as CSV.')
  }
  if (/^\s*<(?:!doctype|!--|html|head|meta|body|table|\?xml|workbook)/i.test(text)) {
    throw wrongFile(
      'This is a web page (HTML or XML), not a CSV file. Open it in a spreadsheet app and save it as CSV.',
    )
  }
  const isLossy = text.includes('\ufffd') && !isWhole(bytes)
  return { text, isLossy }
}

/** By its mark, or by where the zeros of plain letters are. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const begin = [...bytes.subarray(0, 200)]
  const zeros = (odd: number) => begin.filter((byte, at) => byte === 0 && at % 2 === odd).length
  if (zeros(1) > begin.length / 4 && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > begin.length / 4 && zeros(1) === 0 ? 'utf-16be' : 'utf-8'
}

function isWhole(bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Guessing the letters would store wrong names: the first cell that cannot be read is named. */
function notUtf8(rows: readonly string[][]): AppError {
  const at = rows.findIndex((row) => row.some((cell) => cell.includes('\ufffd')))
  const cells = rows[at] ?? []
  const place = cells.findIndex((cell) => cell.includes('\ufffd'))
  const heading = rows.find((row) => row.some(isOurs))?.[place]?.trim()
  const where = heading && isOurs(heading) ? `${heading}, ` : ''
  const cell = cells[place]?.slice(0, 60) ?? ''
  return wrongFile(`It isn’t in UTF-8: row ${at + 1}, ${where}“${cell}”. ${howToSaveUtf8}`)
}

const isOurs = (cell: string) => headingOf(cell) !== null

/** How many columns a row names. */
export const columnsNamed = (row: readonly string[]): number => row.filter(isOurs).length

/** The sign by which one of the first lines has the most columns that are known. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, 20_000).split(/\r\n|\n|\r/, maxRowsAbove + 1)
  const known = (delimiter: string) =>
    Math.max(
      ...lines.map((line) => {
        try {
          const [cells = []] = parseAtOnce(line, { ...common, delimiter, to: 1 }) as string[][]
          return columnsNamed(cells)
        } catch {
          return 0
        }
      }),
    )
  return [',', ';', '\t']
    .map((delimiter) => ({ delimiter, columns: known(delimiter) }))
    .reduce((best, each) => (each.columns > best.columns ? each : best)).delimiter
}

const tooWide = (row: number) =>
  wrongFile(`Row ${row} has more than ${maxColumns} columns. Is it a product list?`)

function unreadable(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof CsvError)) throw error
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return wrongFile('One of its rows is longer than a million characters.')
  }
  const line = 'lines' in error ? Number(error.lines) : null
  const where = line === null ? '' : ` Look at line ${line}: a quotation mark seems to be missing.`
  return wrongFile(`It can’t be read as CSV.${where}`)
}

export function wrongFile(why: string): AppError {
  return new AppError('csv_wrong', 422, `The file wasn’t imported. ${why} Nothing was changed.`, {
    details: { errors: { file: why } },
  })
}

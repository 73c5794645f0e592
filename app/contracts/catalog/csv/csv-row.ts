import { formatGrams, type Milligrams } from '#app/domain/money/grams.ts'
import { withoutDirection } from '#app/domain/text/no-break.ts'
import { lostLetters, type MadeOf, madeOf, noValue } from '#app/domain/text/spreadsheet-value.ts'
import { type NumberFormat, Wrong } from './amounts.ts'
import type { CsvCells, CsvColumn } from './columns.ts'

/** A row of the file with its number as a spreadsheet shows it. `asText`: columns marked as text. */
export type CsvRow = { row: number; cells: CsvCells; asText?: ReadonlySet<CsvColumn> }
export type CsvProblem = { row: number; column: CsvColumn | null; message: string }

export type Reading = {
  rows: readonly CsvRow[]
  problems: CsvProblem[]
  /** What is read as something else than it says. */
  notes: string[]
  format: NumberFormat
}

/** What the rows newly say of the product, or null where they say nothing new. */
export function said<Value>(
  reading: Reading,
  column: CsvColumn,
  was: string,
  read: (cell: string) => Value | Wrong | null,
  sentence: string,
): Value | null {
  const { rows, problems } = reading
  let first: { row: number; text: string; value: Value } | null = null
  for (const each of rows) {
    const { row, cells } = each
    const text = cells[column] ?? ''
    if (text === '' || unbrokenLines(text) === unbrokenLines(was)) continue
    const spoiled = spoiledOf(reading, each, column, [was])
    if (spoiled !== null && 'was' in spoiled) continue
    const value = spoiled ? new Wrong(spoiled.why) : read(text.trim())
    if (value === null || value instanceof Wrong) {
      const why = value instanceof Wrong ? value.why : sentence
      problems.push({ row, column, message: `${quoted(text)}: ${why}` })
    } else if (first === null) first = { row, text, value }
    else if (first.text !== text) {
      const message = `Row ${first.row} says ${quoted(first.text)} and this one says ${quoted(text)} for the same product.`
      problems.push({ row, column, message })
    }
  }
  return first?.value ?? null
}

/** Columns of words, where a date or a long number is none. */
const wordColumns: ReadonlySet<CsvColumn> = new Set([
  ...(['name', 'web_address', 'size', 'categories', 'tax_code', 'options'] as const),
  ...(['short_description', 'description', 'search_title', 'search_description'] as const),
])

/** What a spreadsheet did to a cell: it is one of the known texts, or cannot be taken. */
export function spoiledOf(
  { notes }: Reading,
  { row, cells, asText }: CsvRow,
  column: CsvColumn,
  known: readonly string[],
): MadeOf | null {
  const text = cells[column] ?? ''
  if (asText?.has(column)) return null
  const made = wordColumns.has(column) ? madeOf(known)(text) : null
  if (made && 'was' in made) notes.push(madeNote(row, column, text, made.was))
  if (made) return made
  const why = noValue(text.trim())
  if (why !== null) return { why }
  return wordColumns.has(column) && known.some((one) => lostLetters(one, text))
    ? { why: `Some letters turned into question marks. ${howToSaveUtf8}` }
    : null
}

/** In the words of Excel’s and Numbers’ menus. */
export const howToSaveUtf8 =
  'Save the file as CSV in UTF-8. In Excel, choose File, Save As, “CSV UTF-8 (Comma delimited).” In Numbers, choose File, Export To, CSV, Advanced Options, Text Encoding “Unicode (UTF-8).”'

/** How the plan says that a cell is read as what a spreadsheet made it of. */
export const madeNote = (row: number, column: CsvColumn, text: string, was: string): string =>
  `Row ${row}, ${column}: ${quoted(text)} was read as ${quoted(was)}, because a spreadsheet changed it.`

/** How the plan points out a weight above 1 kg, which is more often a slip than a piece of jewelry. */
export const heavyNotes = (row: number, size: string, weight: Milligrams): string[] =>
  weight > 1_000_000
    ? [
        `Row ${row}, weight_g: ${quoted(size)} weighs ${formatGrams(weight)}, more than a kilogram. Please check it.`,
      ]
    : []

/** A spreadsheet writes the ends of lines in its own way. */
export const unbrokenLines = (text: string) => text.replace(/\r\n?/g, '\n')
export const quoted = (text: string) => `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`

/** The text of a cell without characters that change the direction of reading or cannot be stored. */
export const cleanText = (cell: string): string =>
  withoutDirection(cell).toWellFormed().replaceAll('\0', '')

export const cleanLine = (cell: string): string =>
  cleanText(cell)
    .replace(/\p{Cc}/gu, ' ')
    .trim()

import { looksConverted } from './spreadsheet-value.ts'

/** `plain` is written as it is, for a program that does not know the apostrophe: a date, a code. */
type Cell = string | number | { plain: string }

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would take for a formula, or make a date or another
 * number of, begins with an apostrophe: `'1/2`. It is a spreadsheet's own sign for text, and `csvText`
 * removes the first one of any cell, so text that begins with one gets a second. Figures, and days as `2026-03-11`, stay what they are.
 */
export function csv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/**
 * As it was before `csv` wrote it, so that what is written and read again is the same. `="007"`, which
 * other programs write to the same end, is read as well.
 */
export function csvText(cell: string): string {
  const [, quoted] = /^="(.*)"$/s.exec(cell) ?? []
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  return cell.startsWith("'") ? cell.slice(1) : cell
}

const figure = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/
const day = /^\d{4}-\d\d(?:-\d\d)?$/
/** Of full width as well: some versions of Excel calculate with them. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const isMarked = (text: string) =>
  figure.test(text) || day.test(text) || formula.test(text) || looksConverted(text)

function cell(value: Cell): string {
  if (typeof value === 'object') return plainCell(value)
  if (typeof value === 'number' || figure.test(value) || day.test(value)) return String(value)
  const text = value.startsWith("'") || isMarked(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function plainCell({ plain }: { plain: string }): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9 ./-]*$/.test(plain)) throw new RangeError('Not a plain cell')
  return plain
}

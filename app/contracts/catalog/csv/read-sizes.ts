import type { SizeFacts } from '#app/domain/catalog/product-facts.ts'
import { categoryKey } from '#app/domain/catalog/search.ts'
import { maxPieces, readPieces, recounted } from '#app/domain/inventory/stock.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { gramsToDecimal } from '#app/domain/money/grams.ts'
import { foldText } from '#app/domain/text/fold.ts'
import { productLimits } from '../product.ts'
import { hasText } from '../product-refusal.ts'
import { feeMessage, readFee, readWeight, Wrong, weightMessage } from './amounts.ts'
import { emptied } from './columns.ts'
import {
  type CsvRow,
  cleanLine,
  heavyNotes,
  quoted,
  type Reading,
  said,
  spoiledOf,
} from './csv-row.ts'

/** Sizes by their label; one that is not named stays, one of a new label is added. */
export function readSizes(reading: Reading, before: readonly SizeFacts[]): SizeFacts[] {
  const sizes = new Map(before.map((size) => [size.size, size]))
  const byLabel = new Map<string, CsvRow[]>()
  for (const each of reading.rows) {
    const { size = '', weight_g, fee, size_pieces_left } = each.cells
    if (!(size || weight_g || fee || size_pieces_left)) continue
    const label = labelOf(reading, each, before)
    if (label instanceof Wrong) {
      const message = `${quoted(size)}: ${label.why}`
      reading.problems.push({ row: each.row, column: 'size', message })
    } else {
      const same = byLabel.get(label)
      if (same) same.push(each)
      else byLabel.set(label, [each])
    }
  }
  for (const [label, rows] of byLabel) {
    const part = { ...reading, rows }
    const [{ row = 0 } = {}] = rows
    if (!hasText(label) || label.length > productLimits.size) {
      const message = hasText(label)
        ? 'The label is too long.'
        : 'A weight, fee, or number of pieces needs a size.'
      reading.problems.push({ row, column: 'size', message })
      continue
    }
    const was = sizes.get(label)
    const { format } = reading
    const [weighed, charged] = was
      ? [gramsToDecimal(was.weight), centsToDecimal(was.fee)]
      : ['', '']
    const weight =
      said(part, 'weight_g', weighed, (cell) => readWeight(cell, format), weightMessage) ??
      was?.weight
    const fee = said(part, 'fee', charged, (cell) => readFee(cell, format), feeMessage) ?? was?.fee
    const pieces = piecesOf(part, was?.pieces ?? null, 'size_pieces_left')
    if (weight !== undefined && fee !== undefined) {
      sizes.set(label, { size: label, weight, fee, ...(pieces !== null && { pieces }) })
      if (weight !== was?.weight) reading.notes.push(...heavyNotes(row, label, weight))
    } else if (!part.problems.some((problem) => problem.row === row)) {
      const column = weight === undefined ? 'weight_g' : 'fee'
      const message = `${label} is a new size: it needs a weight and a fee.`
      reading.problems.push({ row, column, message })
    }
  }
  if (sizes.size > Math.max(productLimits.sizes, before.length)) {
    const message = `Add no more than ${productLimits.sizes} gold sizes.`
    reading.problems.push({ row: reading.rows[0]?.row ?? 0, column: 'size', message })
  }
  return [...sizes.values()]
}

/**
 * The label as it is stored, where the product has the size: however it is written, and whatever a
 * spreadsheet made of it [CSV-06]. A date that is none of its sizes is never a new one.
 */
function labelOf(reading: Reading, row: CsvRow, sizes: readonly SizeFacts[]): string | Wrong {
  const cell = row.cells.size ?? ''
  const labels = sizes.map(({ size }) => size)
  if (labels.includes(cell)) return cell
  const same = (key: (text: string) => string) => {
    const [only, another] = labels.filter((label) => key(label) === key(cell))
    return another === undefined ? only : undefined
  }
  const known = same(categoryKey) ?? same(foldText)
  if (known !== undefined) return known
  const spoiled = spoiledOf(reading, row, 'size', labels)
  if (spoiled) return 'was' in spoiled ? spoiled.was : new Wrong(spoiled.why)
  return cleanLine(cell).normalize('NFC')
}

/**
 * A number that is as it was when the file was written says nothing, whatever was sold since; another one
 * says how many more or fewer there are [STOCK-06]. Without the column of the export the file counts.
 */
export function piecesOf(
  reading: Reading,
  before: number | null,
  column: 'pieces_left' | 'size_pieces_left',
): number | null {
  const atExport = `${column}_at_export` as const
  const exported = reading.rows.map(({ cells }) => cells[atExport]?.trim() ?? '').find(Boolean)
  const seen = readPieces(exported ?? '') ?? before
  const was = seen === null ? '' : `${seen}`
  const input = said(reading, column, was, readCount, countMessage)
  return input === null ? before : recounted(before, { seen, typed: input.count })
}

const countMessage = `Please enter a whole number up to ${maxPieces}, or ${emptied} for made-to-order pieces.`

function readCount(cell: string): { count: number | null } | null {
  if (cell === emptied) return { count: null }
  const count = readPieces(cell)
  return count === null ? null : { count }
}

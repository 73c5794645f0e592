import { taxCodeMessage } from '#app/contracts/tax/sales-tax.ts'
import {
  type EngravingOption,
  maxEngraving,
  usualEngraving,
} from '#app/domain/catalog/engraving.ts'
import { optionProblems } from '#app/domain/catalog/option-problems.ts'
import type { OptionChoice } from '#app/domain/catalog/options.ts'
import { optionsText, readOptionsText } from '#app/domain/catalog/options-text.ts'
import type { ProductFacts } from '#app/domain/catalog/product-facts.ts'
import { categoryKey, visibleText } from '#app/domain/catalog/search.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { countedTwice } from '#app/domain/inventory/stock.ts'
import { type Cents, centsToDecimal } from '#app/domain/money/cents.ts'
import { isTaxCode } from '#app/domain/tax/sales-tax.ts'
import { productLimits } from '../product.ts'
import { hasText } from '../product-refusal.ts'
import { readEngravingMax } from '../read-product.ts'
import { type NumberFormat, readFee, Wrong } from './amounts.ts'
import { emptied, joinedCategories, yesNo } from './columns.ts'
import {
  type CsvProblem,
  type CsvRow,
  cleanLine,
  cleanText,
  type Reading,
  said,
  unbrokenLines,
} from './csv-row.ts'
import { piecesOf, readSizes } from './read-sizes.ts'

/** A new product before its rows were read. */
export const blankFacts: ProductFacts = {
  ...{ name: '', slug: '', taxCode: null, pieces: null, engraving: null },
  ...{ active: false, featured: false, categories: [], options: [] },
  ...{ sizes: [], shortDescription: '', description: '' },
  ...{ searchTitle: '', searchDescription: '' },
}

/**
 * A product as its rows of a file say. A cell that is empty or as it was says nothing; two rows that say
 * different things of one product are a problem. `clean` makes HTML safe, and says what it lost [CLEAN-12].
 */
export function readCsvProduct(
  before: ProductFacts,
  rows: readonly CsvRow[],
  clean: (html: string) => { html: string; lost: readonly string[] },
  format: NumberFormat = { decimalComma: false },
): { facts: ProductFacts; problems: CsvProblem[]; notes: string[] } {
  const problems: CsvProblem[] = []
  const notes: string[] = []
  const reading = { rows, problems, notes, format }
  const flag = (column: 'visible' | 'featured', was: boolean) =>
    said(reading, column, yesNo(was), (cell) => flags.get(cell.toLowerCase()) ?? null, yesOrNo) ??
    was
  const facts: ProductFacts = {
    name:
      said(reading, 'name', before.name, lineOf(productLimits.name), 'Text is missing.') ??
      before.name,
    slug:
      said(reading, 'web_address', before.slug, readSlug, 'Letters or digits are missing.') ??
      before.slug,
    taxCode: before.taxCode,
    pieces: piecesOf(reading, before.pieces, 'pieces_left'),
    engraving: engravingOfRows(reading, before.engraving),
    options:
      said(reading, 'options', optionsText(before.options), readOptions, optionsMessage) ??
      before.options,
    active: flag('visible', before.active),
    featured: flag('featured', before.featured),
    categories:
      said(
        reading,
        'categories',
        joinedCategories(before.categories),
        readCategories,
        categoriesMessage,
      ) ?? before.categories,
    sizes: readSizes(reading, before.sizes),
    shortDescription:
      said(
        reading,
        'short_description',
        before.shortDescription,
        textOf(productLimits.shortDescription),
        textMessage(productLimits.shortDescription),
      ) ?? before.shortDescription,
    description: descriptionOf(reading, before.description, clean),
    searchTitle: searchLine(reading, 'searchTitle', before),
    searchDescription: searchLine(reading, 'searchDescription', before),
  }
  if (facts.pieces !== null && facts.sizes.some(({ pieces }) => pieces !== undefined)) {
    const row = rows.find(({ cells }) => cells.pieces_left || cells.size_pieces_left)?.row ?? 0
    problems.push({ row, column: 'pieces_left', message: countedTwice })
  }
  for (const { message } of optionProblems(facts.options, facts.sizes)) {
    const row = rows.find(({ cells }) => cells.options)?.row ?? rows[0]?.row ?? 0
    problems.push({ row, column: 'options', message })
  }
  const code = said(reading, 'tax_code', before.taxCode ?? '', readTaxCode, taxCodeMessage)
  return { facts: code === null ? facts : { ...facts, taxCode: code || null }, problems, notes }
}

/** For search engines; `(none)` leaves it to the shop again [SEO-10]. */
function searchLine(
  reading: Reading,
  name: 'searchTitle' | 'searchDescription',
  before: ProductFacts,
): string {
  const column = name === 'searchTitle' ? 'search_title' : 'search_description'
  const line = lineOf(productLimits[name])
  const read = (cell: string) => (cell === emptied ? '' : line(cell))
  const message = textMessage(productLimits[name])
  return said(reading, column, before[name], read, message) ?? before[name]
}

function descriptionOf(
  reading: Reading,
  before: string,
  clean: Parameters<typeof readCsvProduct>[2],
): string {
  const lostOf = new Map<string, readonly string[]>()
  const read = (cell: string) => {
    const { html, lost } = clean(cell)
    lostOf.set(cell, lost)
    return htmlOf(html)
  }
  const message = textMessage(productLimits.description)
  const html = said(reading, 'description', before, read, message) ?? before
  if (html === before) return before
  for (const { row, cells } of reading.rows) {
    const lost = lostOf.get(cells.description?.trim() ?? '') ?? []
    reading.notes.push(...lost.map((each) => `Row ${row}, description: ${each}`))
    if (lost.length > 0) break
  }
  return html
}

/** A fee alone switches it on, with as many characters as is usual [ENGRAVE-01]. */
function engravingOfRows(reading: Reading, before: EngravingOption | null): EngravingOption | null {
  const was = before ? centsToDecimal(before.fee) : ''
  const read = readEngravingFee(reading.format)
  const fee = said(reading, 'engraving_fee', was, read, engravingFeeMessage)
  const wasMax = before ? `${before.max}` : ''
  const max = said(reading, 'engraving_characters', wasMax, readEngravingMax, engravingMaxMessage)
  if (fee && fee.amount === null) return null
  const amount = fee?.amount ?? before?.fee
  if (amount !== undefined) return { fee: amount, max: max ?? before?.max ?? usualEngraving }
  if (max !== null) {
    const row = reading.rows.find(({ cells }) => cells.engraving_characters)?.row ?? 0
    const message = 'An engraving needs a fee. Enter 0 for no charge.'
    reading.problems.push({ row, column: 'engraving_fee', message })
  }
  return null
}

const engravingFeeMessage = `Please enter dollars, like 60 or 60.50; ${emptied} for no engraving.`
const engravingMaxMessage = `Please enter a whole number from 1 to ${maxEngraving}.`

const readEngravingFee =
  (format: NumberFormat) =>
  (cell: string): { amount: Cents | null } | Wrong | null => {
    if (cell === emptied) return { amount: null }
    const amount = readFee(cell, format)
    return amount === null || amount instanceof Wrong ? amount : { amount }
  }

const optionsMessage =
  'Please enter options like “Finish: Polished | Finish: Matte (+$25.00, +0.4 g).”'

/** `(none)`: it no longer has options [OPTION-07]. */
function readOptions(cell: string): OptionChoice[] | null {
  return cell === emptied ? [] : readOptionsText(cleanLine(cell).normalize('NFC'))
}

const flags = new Map([
  ...['yes', 'y', 'true', '1', 'wahr', 'vrai'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', 'falsch', 'faux'].map((word) => [word, false] as const),
])
const yesOrNo = 'Please enter yes or no.'
const categoriesMessage = `Use no more than ${productLimits.categories} categories of up to ${productLimits.category} characters, separated by |.`
const textMessage = (most: number) =>
  `Please use no more than ${most.toLocaleString('en-US')} characters.`

const lineOf = (most: number) => (cell: string) => {
  const line = cleanLine(cell)
  return hasText(line) && line.length <= most ? line : null
}
const textOf = (most: number) => (cell: string) => {
  const text = unbrokenLines(cleanText(cell))
  return hasText(text) && text.length <= most ? text : null
}

function htmlOf(html: string): string | null {
  return hasText(visibleText(html)) && html.length <= productLimits.description ? html : null
}

function readSlug(cell: string): string | null {
  const slug = slugOf(cell)
  return slug !== '' && slug.length <= productLimits.slug ? slug : null
}

function readTaxCode(cell: string): string | null {
  if (cell === emptied) return ''
  return isTaxCode(cell) ? cell : null
}

function readCategories(cell: string): string[] | null {
  if (cell === emptied) return []
  const byKey = new Map<string, string>()
  for (const name of cell.split('|')) {
    const line = cleanLine(name)
    if (hasText(line) && !byKey.has(categoryKey(line))) byKey.set(categoryKey(line), line)
  }
  const names = [...byKey.values()]
  const isTooMuch =
    names.length > productLimits.categories ||
    names.some((name) => name.length > productLimits.category)
  return isTooMuch ? null : names
}

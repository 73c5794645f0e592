import { optionsText } from '#app/domain/catalog/options-text.ts'
import type { ProductFacts, SizeFacts } from '#app/domain/catalog/product-facts.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { gramsToDecimal } from '#app/domain/money/grams.ts'

/**
 * The file of products, a row for each size. Weight in grams, fee in dollars. Pictures, specifications
 * and payment links are not in it: they are changed in the form of each product.
 */
export const csvColumns = [
  'id',
  'revision',
  'web_address',
  'name',
  'visible',
  'featured',
  'categories',
  'tax_code',
  'pieces_left',
  'pieces_left_at_export',
  'engraving_fee',
  'engraving_characters',
  'options',
  'short_description',
  'description',
  'search_title',
  'search_description',
  'size',
  'weight_g',
  'fee',
  'size_pieces_left',
  'size_pieces_left_at_export',
] as const
export type CsvColumn = (typeof csvColumns)[number]

/** A row of a file, by column; an empty cell leaves what it stands for as it is. */
export type CsvCells = Partial<Record<CsvColumn, string>>

/** Rows of a file, the heading left out. */
export const maxCsvRows = 20_000
/** Of the body of the request, the file in it. */
export const maxCsvMegabytes = 16

/** What empties a cell on purpose. */
export const emptied = '(none)'

export const yesNo = (value: boolean) => (value ? 'yes' : 'no')
export const joinedCategories = (names: readonly string[]) => names.join(' | ')

/** The cells of a product, long texts in its first row alone. */
export function csvRows(product: {
  id: string
  revision: number
  facts: ProductFacts
}): string[][] {
  const { id, revision, facts } = product
  const sizes: (SizeFacts | null)[] = facts.sizes.length > 0 ? [...facts.sizes] : [null]
  return sizes.map((size, at) => [
    id,
    `${revision}`,
    facts.slug,
    facts.name,
    yesNo(facts.active),
    yesNo(facts.featured),
    joinedCategories(facts.categories),
    facts.taxCode ?? '',
    ...twice(facts.pieces),
    facts.engraving ? centsToDecimal(facts.engraving.fee) : '',
    facts.engraving ? `${facts.engraving.max}` : '',
    at === 0 ? optionsText(facts.options) : '',
    at === 0 ? facts.shortDescription : '',
    at === 0 ? facts.description : '',
    at === 0 ? facts.searchTitle : '',
    at === 0 ? facts.searchDescription : '',
    size?.size ?? '',
    size ? gramsToDecimal(size.weight) : '',
    size ? centsToDecimal(size.fee) : '',
    ...twice(size?.pieces),
  ])
}

/** How many there are, and how many there were when the file was written. */
function twice(pieces: number | null | undefined): string[] {
  const text = typeof pieces === 'number' ? `${pieces}` : ''
  return [text, text]
}

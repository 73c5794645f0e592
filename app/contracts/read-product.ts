import { type GoldSize, httpsLink, isGoldSize } from '#app/domain/catalog/gold-size.ts'
import { maxFee } from '#app/domain/catalog/max-fee.ts'
import { pictureAddress } from '#app/domain/catalog/picture-address.ts'
import { defaultImageAlt } from '#app/domain/catalog/product.ts'
import { categoryKey, visibleText } from '#app/domain/catalog/search.ts'
import { momentOf } from '#app/domain/catalog/shown-times.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { maxPieces } from '#app/domain/catalog/stock.ts'
import { parseDollars } from '#app/domain/money/cents.ts'
import { isTooFine, parseGrams } from '#app/domain/money/grams.ts'
import { isTaxCode } from '#app/domain/orders/sales-tax.ts'
import { brand } from '#brand'
import { type ImageRow, type ProductDraft, productLimits, type SizeRow } from './product.ts'
import { taxCodeSentence } from './tax-code.ts'

/** A product that may be stored. */
export type ProductToSave = {
  name: string
  slug: string
  /** Null: that of the shop. */
  taxCode: string | null
  /** When it is shown and hidden by itself; null: at no time. */
  shownFrom: Date | null
  shownUntil: Date | null
  /** How many there are, and how many the form was opened with; null: made to order. */
  pieces: { seen: number | null; typed: number | null }
  active: boolean
  featured: boolean
  shortDescription: string
  /** HTML that has been cleaned. */
  description: string
  sizes: GoldSize[]
  images: { src: string; alt: string }[]
  specifications: { name: string; option: string }[]
  categories: string[]
}

/** What is wrong, in words, and where: `name`, `sizes.1.fee`. */
export type Refusal = {
  message: string
  at: string
  /** Which fields the message is about, by their names; a second sentence of the banner. */
  advice?: string
  /** By place, what stands beside a field; the message itself where there is none for it. */
  errors?: Record<string, string>
}

const requiredSentence = 'Please fill in all required fields'
const sizesSentence = 'Please provide at least one gold size with valid weight and fee'
export const picturesSentence = `Maximum of ${productLimits.images} images allowed`
export const pictureSentence =
  'The address of a picture must begin with https:// or with / for a path on this site.'

/**
 * Reads the form by the rules that browser and server share. The first error is reported
 * [FORM-11, FORM-12, D21, D23]; nothing is corrected in silence but blanks around a text.
 */
export function readProduct(draft: ProductDraft): ProductToSave | Refusal {
  return refusalOfTexts(draft) ?? withSizes(draft)
}

export function isRefusal<Read extends object>(read: Read | Refusal): read is Refusal {
  return 'at' in read && 'message' in read
}

/** Something a reader sees: more than blanks and characters without a shape. */
export function hasText(text: string): boolean {
  return /[^\s\p{C}\p{Z}]/u.test(text)
}

function refusalOfTexts(draft: ProductDraft): Refusal | null {
  const required = [
    ['name', 'Name', draft.name],
    ['slug', 'Web address', slugOf(draft.slug)],
    ['shortDescription', 'Short Description', draft.shortDescription],
    ['description', 'Full Description', visibleText(draft.description)],
  ] as const
  const missing = required.filter(([, , text]) => !hasText(text))
  const [first] = missing
  if (first) {
    return {
      message: requiredSentence,
      at: first[0],
      advice: `Missing: ${missing.map(([, label]) => label).join(', ')}.`,
      errors: Object.fromEntries(missing.map(([at, label]) => [at, `${label} is required.`])),
    }
  }
  if (draft.taxCode !== '' && !isTaxCode(draft.taxCode)) {
    return { message: taxCodeSentence, at: 'taxCode' }
  }
  if (draft.pieces !== '' && readPieces(draft.pieces) === null) {
    return { message: piecesSentence, at: 'pieces' }
  }
  const wrongTime = refusalOfTimes(draft)
  if (wrongTime) return wrongTime
  return (
    tooLong('name', 'Name', draft.name, productLimits.name) ??
    tooLong('slug', 'URL slug', draft.slug, productLimits.slug) ??
    tooLong(
      'shortDescription',
      'Short description',
      draft.shortDescription,
      productLimits.shortDescription,
    ) ??
    tooLong('description', 'Full description', draft.description, productLimits.description)
  )
}

const piecesSentence = `Please write a whole number up to ${maxPieces}, or nothing.`

/** Null for any other text. */
export function readPieces(typed: string): number | null {
  return /^\d{1,4}$/.test(typed) && Number(typed) <= maxPieces ? Number(typed) : null
}

/** [BULK-09] */
function refusalOfTimes({ active, shownFrom, shownUntil }: ProductDraft): Refusal | null {
  for (const [at, typed] of Object.entries({ shownFrom, shownUntil })) {
    if (typed !== '' && momentOf(typed, brand.timeZone) === null) {
      return { message: 'Please enter a day and a time that the clock shows.', at }
    }
  }
  if (shownFrom !== '' && shownUntil !== '' && shownUntil <= shownFrom) {
    return { message: 'It must be hidden after it is shown, not before.', at: 'shownUntil' }
  }
  if (shownFrom !== '' && active) {
    const message = 'Until then it is hidden: please untick “Product Active”.'
    return { message, at: 'shownFrom' }
  }
  return null
}

function withSizes(draft: ProductDraft): ProductToSave | Refusal {
  const sizes = readSizes(draft.sizes)
  if (!Array.isArray(sizes)) return sizes
  const images = readImages(draft.images)
  if (!Array.isArray(images)) return images
  const rest = refusalOfSpecifications(draft) ?? refusalOfCategories(draft)
  if (rest) return rest
  return {
    name: draft.name,
    slug: draft.slug,
    taxCode: draft.taxCode || null,
    shownFrom: momentOf(draft.shownFrom, brand.timeZone),
    shownUntil: momentOf(draft.shownUntil, brand.timeZone),
    pieces: { seen: readPieces(draft.piecesSeen), typed: readPieces(draft.pieces) },
    active: draft.active,
    featured: draft.featured,
    shortDescription: draft.shortDescription.trim(),
    description: draft.description,
    sizes,
    images,
    // Rows without a name are not stored, those without a value are [D23].
    specifications: draft.specifications
      .filter(({ name }) => hasText(name))
      .map(({ name, value }) => ({ name, option: value.trim() })),
    categories: distinctCategories(draft.categories),
  }
}

function readSizes(rows: readonly SizeRow[]): GoldSize[] | Refusal {
  const wrongSizes = (at: string, why: string): Refusal => ({
    message: sizesSentence,
    at,
    advice: why,
    errors: { [at]: why },
  })
  const hasWeight = (text: string) =>
    Number(text) > 0 && (parseGrams(text) !== null || isTooFine(text))
  if (!rows.some((row) => hasText(row.size) && hasWeight(row.weight))) {
    return wrongSizes('sizes.0.size', 'A size needs a label, a weight above 0 and a fee.')
  }
  const sizes = new Map<string, GoldSize>()
  for (const [index, row] of rows.entries()) {
    const at = `sizes.${index}`
    // Without a size, or with a weight not above 0, it is not saved [SIZE-07].
    if (!hasText(row.size) || row.weight === '' || Number(row.weight) <= 0) continue
    const size = row.size.normalize('NFC')
    const label = `Size ${size}`
    const long =
      tooLong(`${at}.size`, 'Size', size, productLimits.size) ??
      tooLong(`${at}.stripeLink`, `${label}, payment link`, row.stripeLink, productLimits.address)
    if (long) return long
    const weight = parseGrams(row.weight)
    if (isTooFine(row.weight) || (weight !== null && weight % tenthOfAGram !== 0)) {
      return { message: `${label}: the weight is given to 0.1 g, like 14.7.`, at: `${at}.weight` }
    }
    if (weight === null) {
      return {
        message: `${label}: the weight must be a number of grams like 14.7, at most 100,000.`,
        at: `${at}.weight`,
      }
    }
    const fee = feeOf(row.fee)
    if (fee === null) {
      const why = row.fee === '' ? 'the fee is missing; 0 is a fee too' : 'the fee is no amount'
      return wrongSizes(`${at}.fee`, `${label}: ${why}.`)
    }
    const sameLabel = sizes.get(sizeKey(size))
    if (sameLabel) {
      const why =
        sameLabel.size === size
          ? `Two sizes are called “${size}”.`
          : `“${sameLabel.size}” and “${size}” are the same size label.`
      return wrongSizes(`${at}.size`, `${why} Each size needs a label of its own.`)
    }
    const checkoutLink = httpsLink(row.stripeLink)
    if (checkoutLink === null && row.stripeLink !== '') {
      return {
        message: `${label}: the payment link must be an address that begins with https://.`,
        at: `${at}.stripeLink`,
      }
    }
    sizes.set(sizeKey(size), { size, weight, fee, checkoutLink })
  }
  if (sizes.size > productLimits.sizes)
    return { message: `At most ${productLimits.sizes} gold sizes.`, at: 'sizes' }
  return [...sizes.values()]
}

/** Pieces are weighed to 0.1 g [SIZE-03]; in milligrams. */
const tenthOfAGram = 100

/** `Größe`, `größe` and `GRÖSSE` are one label to a reader, however their letters are composed. */
function sizeKey(label: string): string {
  return label.normalize('NFC').toLocaleUpperCase('en-US').toLocaleLowerCase('en-US')
}

/** Null for a blank, for what is no amount of dollars and whole cents, below 0 or beyond belief. */
function feeOf(text: string) {
  const fee = parseDollars(text)
  return fee === null || fee < 0 || fee > maxFee ? null : fee
}

function readImages(rows: readonly ImageRow[]): ProductToSave['images'] | Refusal {
  const images: ProductToSave['images'] = []
  for (const [index, { src, alt }] of rows.entries()) {
    if (src === '') continue
    const address = pictureAddress(src)
    if (address === null) return { message: pictureSentence, at: `images.${index}.src` }
    const long =
      tooLong(`images.${index}.src`, 'The address of a picture', address, productLimits.address) ??
      tooLong(`images.${index}.alt`, 'What a picture shows', alt, productLimits.alt)
    if (long) return long
    images.push({ src: address, alt: hasText(alt) ? alt : defaultImageAlt })
  }
  return images.length > productLimits.images ? { message: picturesSentence, at: 'images' } : images
}

function refusalOfSpecifications({ specifications }: ProductDraft): Refusal | null {
  for (const [index, { name, value }] of specifications.entries()) {
    const at = `specifications.${index}`
    // It would be sold as a size that was never checked.
    if (isGoldSize({ name })) {
      return { message: `“${name}” belongs to the gold sizes above.`, at: `${at}.name` }
    }
    const long =
      tooLong(`${at}.name`, 'Specification name', name, productLimits.specification) ??
      tooLong(`${at}.value`, 'Specification value', value, productLimits.value)
    if (long) return long
  }
  if (specifications.length <= productLimits.specifications) return null
  return {
    message: `At most ${productLimits.specifications} specifications.`,
    at: 'specifications',
  }
}

function refusalOfCategories({ categories }: ProductDraft): Refusal | null {
  for (const name of categories) {
    const long = tooLong('categories', 'A category', name, productLimits.category)
    if (long) return long
  }
  if (categories.length <= productLimits.categories) return null
  return { message: `At most ${productLimits.categories} categories.`, at: 'categories' }
}

/** Each once, by the name first typed [CAT-04, D43]. */
function distinctCategories(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) {
    const key = categoryKey(name)
    if (hasText(name) && !byKey.has(key)) byKey.set(key, name)
  }
  return [...byKey.values()]
}

const count = new Intl.NumberFormat('en-US')

function tooLong(at: string, label: string, text: string, maxLength: number): Refusal | null {
  if (text.length <= maxLength) return null
  return {
    message: `${label}: at most ${count.format(maxLength)} characters. This has ${count.format(text.length)}.`,
    at,
  }
}

import { taxCodeMessage } from '#app/contracts/tax/sales-tax.ts'
import { type EngravingOption, maxEngraving } from '#app/domain/catalog/engraving.ts'
import { isGoldSize } from '#app/domain/catalog/gold-size-name.ts'
import { chainName } from '#app/domain/catalog/necklace-chain.ts'
import type { OptionChoice } from '#app/domain/catalog/options.ts'
import { pictureAddress } from '#app/domain/catalog/picture-address.ts'
import { defaultImageAlt } from '#app/domain/catalog/product.ts'
import { categoryKey, visibleText } from '#app/domain/catalog/search.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { countedTwice, readPieces } from '#app/domain/inventory/stock.ts'
import { commaProblem } from '#app/domain/money/typed-number.ts'
import { isTaxCode } from '#app/domain/tax/sales-tax.ts'
import { momentOf } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'
import { type ImageRow, type ProductDraft, productLimits } from './product.ts'
import { hasText, type Refusal, together, tooLong } from './product-refusal.ts'
import { readOptions } from './read-product-options.ts'
import { feeOf, itemsMessage, readSizes, type SizeToSave } from './read-product-sizes.ts'

/** A product that may be stored. */
export type ProductToSave = {
  name: string
  slug: string
  /** Null: that of the shop. */
  taxCode: string | null
  /** When it is shown and hidden automatically; null: at no time. */
  shownFrom: Date | null
  shownUntil: Date | null
  /** How many there are, and how many the form was opened with; null: made to order. */
  pieces: { seen: number | null; typed: number | null }
  /** Null: it is not engraved. */
  engraving: EngravingOption | null
  options: readonly OptionChoice[]
  /** Not returnable for a change of mind [RETURN-14]. */
  finalSale: boolean
  /** Not sent to other countries [SHIPPING-10]. */
  usOnly: boolean
  active: boolean
  featured: boolean
  shortDescription: string
  /** For search engines; empty: those that the shop makes. */
  searchTitle: string
  searchDescription: string
  /** HTML that has been cleaned. */
  description: string
  sizes: SizeToSave[]
  images: { src: string; alt: string }[]
  specifications: { name: string; option: string }[]
  categories: string[]
}

const requiredMessage = 'Please fill in all required fields'
export const imagesMessage = `Maximum of ${productLimits.images} images allowed`
export const imageMessage =
  'An image URL must begin with https://, or with / for a path on this site.'

/**
 * Reads the form by the rules that browser and server share. All that is wrong is told at once
 * [FORM-11, FORM-12, FORM-26, D21, D23]; nothing is corrected in silence but blanks around a text.
 * `linkHosts`: where payment links may lead; null: that is not looked at.
 */
export function readProduct(
  draft: ProductDraft,
  linkHosts: readonly string[] | null = null,
): ProductToSave | Refusal {
  const { sizes, refusals } = readSizes(draft.sizes, linkHosts)
  const { images, refusals: ofImages } = readImages(draft.images)
  const { options, refusals: ofOptions } = readOptions(draft.options, sizes)
  const wrong = [
    ...refusalsOfTexts(draft),
    ...refusals,
    ...refusalsOfEngraving(draft),
    ...ofOptions,
    ...ofImages,
    ...refusalsOfSpecifications(draft),
    ...refusalsOfCategories(draft),
  ]
  return together(wrong) ?? toSave(draft, { sizes, images, options })
}

function refusalsOfTexts(draft: ProductDraft): Refusal[] {
  const required = [
    ['name', 'Name', draft.name],
    ['slug', 'Web address', slugOf(draft.slug)],
    ['shortDescription', 'Short Description', draft.shortDescription],
    ['description', 'Full Description', visibleText(draft.description)],
  ] as const
  const missing = required.filter(([, , text]) => !hasText(text))
  const [first] = missing
  return [
    first && {
      message: requiredMessage,
      at: first[0],
      advice: `Missing: ${missing.map(([, label]) => label).join(', ')}.`,
      errors: Object.fromEntries(missing.map(([at, label]) => [at, `${label} is required.`])),
    },
    tooLong('name', 'Name', draft.name, productLimits.name),
    tooLong('chain', 'Chain or cord', draft.chain, productLimits.value),
    tooLong('slug', 'Web address', draft.slug, productLimits.slug),
    draft.taxCode !== '' && !isTaxCode(draft.taxCode) && { message: taxCodeMessage, at: 'taxCode' },
    draft.pieces !== '' &&
      readPieces(draft.pieces) === null && { message: itemsMessage, at: 'pieces' },
    draft.pieces !== '' &&
      draft.sizes.some(({ pieces }) => pieces !== '') && { message: countedTwice, at: 'pieces' },
    refusalOfTimes(draft),
    tooLong('searchTitle', 'Title in search results', draft.searchTitle, productLimits.searchTitle),
    tooLong(
      'searchDescription',
      'Description in search results',
      draft.searchDescription,
      productLimits.searchDescription,
    ),
    tooLong(
      'shortDescription',
      'Short description',
      draft.shortDescription,
      productLimits.shortDescription,
    ),
    tooLong('description', 'Full description', draft.description, productLimits.description),
  ].filter((refusal) => !!refusal)
}

const engravingFeeMessage =
  'please enter dollars and cents, like 60 or 60.50. Leave it blank for no fee.'
const engravingMaxMessage = `Maximum length: please enter a whole number from 1 to ${maxEngraving}.`

/** [ENGRAVE-01] */
function refusalsOfEngraving({ engraved, engravingFee, engravingMax }: ProductDraft): Refusal[] {
  if (!engraved) return []
  return [
    engravingFeeOf(engravingFee) === null && {
      message: `Engraving fee: ${commaProblem(engravingFee, 'dollars') ?? engravingFeeMessage}`,
      at: 'engravingFee',
    },
    readEngravingMax(engravingMax) === null && {
      message: engravingMaxMessage,
      at: 'engravingMax',
    },
  ].filter((refusal) => refusal !== false)
}

/** Left empty, it costs nothing. */
const engravingFeeOf = (input: string) => feeOf(input.trim() === '' ? '0' : input)

/** In characters; null for any other text. */
export function readEngravingMax(input: string): number | null {
  const max = /^\d{1,2}$/.test(input) ? Number(input) : 0
  return max >= 1 && max <= maxEngraving ? max : null
}

function readEngraving(draft: ProductDraft): EngravingOption | null {
  const [fee, max] = [engravingFeeOf(draft.engravingFee), readEngravingMax(draft.engravingMax)]
  return draft.engraved && fee !== null && max !== null ? { fee, max } : null
}

const times = { shownFrom: 'Show starting on', shownUntil: 'Hide starting on' } as const

/** [BULK-09] */
function refusalOfTimes({ shownFrom, shownUntil }: ProductDraft): Refusal | null {
  for (const [at, typed] of [
    ['shownFrom', shownFrom],
    ['shownUntil', shownUntil],
  ] as const) {
    if (typed !== '' && momentOf(typed, brand.timeZone) === null) {
      return { message: `${times[at]}: please enter a valid date and time.`, at }
    }
  }
  if (shownFrom !== '' && shownUntil !== '' && shownUntil <= shownFrom) {
    return {
      message: 'Hide starting on: enter a date and time after the one under “Show starting on.”',
      at: 'shownUntil',
    }
  }
  return null
}

function toSave(
  draft: ProductDraft,
  { sizes, images, options }: Pick<ProductToSave, 'sizes' | 'images' | 'options'>,
): ProductToSave {
  return {
    name: draft.name,
    slug: draft.slug,
    taxCode: draft.taxCode || null,
    shownFrom: momentOf(draft.shownFrom, brand.timeZone),
    shownUntil: momentOf(draft.shownUntil, brand.timeZone),
    pieces: { seen: readPieces(draft.piecesSeen), typed: readPieces(draft.pieces) },
    engraving: readEngraving(draft),
    options,
    // One that will be shown later is hidden until then, whatever was checked [BULK-09].
    active: draft.active && draft.shownFrom === '',
    featured: draft.featured,
    finalSale: draft.finalSale,
    usOnly: draft.usOnly,
    shortDescription: draft.shortDescription.trim(),
    searchTitle: draft.searchTitle,
    searchDescription: draft.searchDescription,
    description: draft.description,
    sizes,
    images,
    // Rows without a name are not stored, those without a value are [D23].
    specifications: [
      ...(hasText(draft.chain) ? [{ name: chainName, option: draft.chain }] : []),
      ...draft.specifications
        .filter(({ name }) => hasText(name))
        .map(({ name, value }) => ({ name, option: value.trim() })),
    ],
    categories: distinctCategories(draft.categories),
  }
}

function readImages(rows: readonly ImageRow[]): {
  images: ProductToSave['images']
  refusals: Refusal[]
} {
  const images: ProductToSave['images'] = []
  const refusals: Refusal[] = []
  for (const [index, { src, alt }] of rows.entries()) {
    if (src === '') continue
    const at = `images.${index}`
    const address = pictureAddress(src)
    const wrong =
      address === null
        ? { message: imageMessage, at: `${at}.src` }
        : (tooLong(`${at}.src`, 'The address of an image', address, productLimits.address) ??
          tooLong(`${at}.alt`, 'The description of an image', alt, productLimits.alt))
    if (wrong) refusals.push(wrong)
    images.push({ src: address ?? src, alt: hasText(alt) ? alt : defaultImageAlt })
  }
  if (images.length > productLimits.images) {
    refusals.push({ message: imagesMessage, at: 'images' })
  }
  return { images, refusals }
}

function refusalsOfSpecifications({ specifications }: ProductDraft): Refusal[] {
  const refusals = specifications.map(({ name, value }, index) => {
    const at = `specifications.${index}`
    // It would be sold as a size that was never checked.
    if (isGoldSize({ name })) {
      return { message: `“${name}” is reserved for the gold sizes above.`, at: `${at}.name` }
    }
    return (
      tooLong(`${at}.name`, 'Specification name', name, productLimits.specification) ??
      tooLong(`${at}.value`, 'Specification value', value, productLimits.value)
    )
  })
  const isTooMany = specifications.length > productLimits.specifications && {
    message: `Add no more than ${productLimits.specifications} specifications.`,
    at: 'specifications',
  }
  return [...refusals, isTooMany].filter((refusal) => !!refusal)
}

function refusalsOfCategories({ categories }: ProductDraft): Refusal[] {
  const long = categories.map((name) =>
    tooLong('categories', 'A category', name, productLimits.category),
  )
  const isTooMany = categories.length > productLimits.categories && {
    message: `Choose no more than ${productLimits.categories} categories.`,
    at: 'categories',
  }
  return [...long, isTooMany].filter((refusal) => !!refusal)
}

/** Each once, by the name first entered [CAT-04, D43]. */
function distinctCategories(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) {
    const key = categoryKey(name)
    if (hasText(name) && !byKey.has(key)) byKey.set(key, name)
  }
  return [...byKey.values()]
}

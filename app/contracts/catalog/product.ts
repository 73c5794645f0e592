import { z } from 'zod'
import { usualEngraving } from '#app/domain/catalog/engraving.ts'
import { keyedSizes, parseGoldSize } from '#app/domain/catalog/gold-size.ts'
import { sizeLabel } from '#app/domain/catalog/gold-size-name.ts'
import { isChain } from '#app/domain/catalog/necklace-chain.ts'
import { signedGrams } from '#app/domain/catalog/option-words.ts'
import type { OptionChoice } from '#app/domain/catalog/options.ts'
import { type Attribute, defaultImageAlt, type Product } from '#app/domain/catalog/product.ts'
import { type Cents, centsToDecimal } from '#app/domain/money/cents.ts'
import { gramsToDecimal } from '#app/domain/money/grams.ts'
import { withoutDirection } from '#app/domain/text/no-break.ts'
import { localTime } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'

/** What a product may hold, at most; texts in characters as a browser counts them. */
export const productLimits = {
  name: 200,
  slug: 200,
  shortDescription: 2000,
  description: 60_000,
  /** A quote takes no longer label. */
  size: 60,
  address: 2000,
  alt: 300,
  specification: 200,
  value: 2000,
  category: 80,
  /** About twice what search engines show. */
  searchTitle: 120,
  searchDescription: 320,
  images: 10,
  sizes: 20,
  specifications: 100,
  categories: 30,
} as const

/** Half an emoji and NUL, which no database can hold, are entered by nobody. */
const text = z
  .string()
  .transform((input) => withoutDirection(input).toWellFormed().replaceAll('\0', ''))
/** One line: no line ends, no tabs. */
const line = text.transform((input) => input.replace(/\p{Cc}/gu, ' ').trim())

/**
 * The product form as it is filled in, right or wrong: what the browser keeps as a draft and what
 * is posted. Weight and fee are texts, as entered. Lists are bounded so that no request asks for
 * endless work; read-product.ts says what is wrong.
 */
export const productDraft = z.object({
  name: line,
  slug: line,
  /** Stripe's; empty: that of the shop. A draft kept by an older form has none. */
  taxCode: line.default(''),
  /** On the shop's clock, `2026-12-01T09:00`; empty: at no time. */
  shownFrom: line.default(''),
  shownUntil: line.default(''),
  /** What it hangs on: stored as the specification `Chain`. A draft of an older form has it there. */
  chain: line.default(''),
  /** How many there are, all sizes together; empty: made to order, or counted by size. */
  pieces: line.default(''),
  /** The same as the form was opened with: only a change of it counts. */
  piecesSeen: line.default(''),
  /** What a buyer chooses beside the size, a row for each choice: what it adds in dollars and grams, as entered. */
  options: z
    .array(z.object({ option: line, choice: line, price: line, grams: line }))
    .max(200)
    .default([]),
  /** Whether it can be engraved, what that costs, and in how many characters at most. */
  engraved: z.boolean().default(false),
  engravingFee: line.default(''),
  engravingMax: line.default(`${usualEngraving}`),
  /** Not returnable for a change of mind. */
  finalSale: z.boolean().default(false),
  /** Not sent to other countries. */
  usOnly: z.boolean().default(false),
  active: z.boolean(),
  featured: z.boolean(),
  shortDescription: text,
  /** For search engines; empty: name and description. */
  searchTitle: line.default(''),
  searchDescription: line.default(''),
  description: text,
  sizes: z
    .array(
      z.object({
        ...{ size: line, weight: line, fee: line, stripeLink: line },
        /** Of the stored size that the row was opened with, however it is called now. */
        sizeKey: line.default(''),
        /** How many there are of it, and as the form was opened with; empty: not counted by size. */
        ...{ pieces: line.default(''), piecesSeen: line.default('') },
      }),
    )
    .max(200),
  images: z.array(z.object({ src: line, alt: line })).max(200),
  specifications: z.array(z.object({ name: line, value: text })).max(500),
  categories: z.array(line).max(500),
})

export type ProductDraft = z.output<typeof productDraft>
export type SizeRow = ProductDraft['sizes'][number]
export type OptionRow = ProductDraft['options'][number]
export type SpecificationRow = ProductDraft['specifications'][number]
export type ImageRow = ProductDraft['images'][number]

/** What is posted: the form, and the revision it was begun from; null for a new product. */
export const productPost = z.object({
  draft: productDraft,
  revision: z.int().positive().nullable(),
})

export const emptySize: SizeRow = {
  ...{ size: '', weight: '', fee: '', stripeLink: '', sizeKey: '' },
  ...{ pieces: '', piecesSeen: '' },
}

export const emptyOption: OptionRow = { option: '', choice: '', price: '', grams: '' }

/** A new product [DATA-03, SIZE-01]. */
export const newProduct: ProductDraft = {
  name: '',
  slug: '',
  taxCode: '',
  shownFrom: '',
  shownUntil: '',
  chain: '',
  pieces: '',
  piecesSeen: '',
  options: [],
  engraved: false,
  engravingFee: '',
  engravingMax: `${usualEngraving}`,
  finalSale: false,
  usOnly: false,
  active: true,
  featured: false,
  shortDescription: '',
  searchTitle: '',
  searchDescription: '',
  description: '',
  sizes: [
    { ...emptySize, size: 'Small', weight: '14.7', fee: '750' },
    { ...emptySize, size: 'Large', weight: '28.9', fee: '1250' },
  ],
  images: [],
  specifications: [],
  categories: [],
}

type Stored = { taxCode: string | null; shownFrom: Date | null; shownUntil: Date | null }

/** A stored product as the form shows it. */
export function draftOf(
  product: Product,
  { taxCode, shownFrom, shownUntil }: Partial<Stored> = {},
): ProductDraft {
  const sizes = keyedSizes(product.attributes)
  const chain = product.attributes.find(isChain)
  return {
    name: product.name,
    slug: product.slug,
    taxCode: taxCode ?? '',
    shownFrom: shownFrom ? localTime(shownFrom, brand.timeZone) : '',
    shownUntil: shownUntil ? localTime(shownUntil, brand.timeZone) : '',
    chain: chain?.option ?? '',
    ...piecesOf(product.stock),
    options: (product.options ?? []).map(optionRow),
    engraved: !!product.engraving,
    engravingFee: product.engraving ? shortDollars(product.engraving.fee) : '',
    engravingMax: `${product.engraving?.max ?? usualEngraving}`,
    finalSale: product.finalSale ?? false,
    usOnly: product.usOnly ?? false,
    active: product.active,
    featured: product.featured,
    shortDescription: product.short_description,
    searchTitle: product.searchTitle ?? '',
    searchDescription: product.searchDescription ?? '',
    description: product.description,
    sizes:
      sizes.length > 0
        ? sizes.map(({ attribute, key }) => ({
            ...{ ...readStoredSize(attribute), sizeKey: key },
            ...piecesOf(attribute.stock),
          }))
        : [emptySize],
    images: product.images.map(({ src, alt }) => ({
      src,
      alt: alt === defaultImageAlt ? '' : alt,
    })),
    specifications: product.attributes
      .filter((attribute) => sizeLabel(attribute) === null && attribute !== chain)
      .map(({ name, option }) => ({ name, value: option })),
    categories: product.categories.map(({ name }) => name),
  }
}

/** What is included has empty fields, as staff leave them. */
const optionRow = ({ name, choice, price, mg }: OptionChoice): OptionRow => ({
  ...{ option: name, choice },
  price: price === 0 ? '' : shortDollars(price),
  grams: mg === 0 ? '' : signedGrams(mg),
})

function piecesOf(stock: Product['stock']) {
  const pieces = stock ? `${stock.pieces}` : ''
  return { pieces, piecesSeen: pieces }
}

/** `750.00` → `750` */
const shortDollars = (amount: Cents) => centsToDecimal(amount).replace(/\.00$/, '')

/**
 * A stored gold size as its row of the form. One that cannot be read, as an import may have left
 * it, keeps its label and shows what was stored as its weight, so that nothing vanishes in silence:
 * the save then asks for a number.
 */
function readStoredSize(
  attribute: Attribute,
): Pick<SizeRow, 'size' | 'weight' | 'fee' | 'stripeLink'> {
  const read = parseGoldSize(attribute)
  if (!read) {
    return {
      size: sizeLabel(attribute) ?? '',
      weight: attribute.option,
      fee: '',
      stripeLink: '',
    }
  }
  return {
    size: read.size,
    weight: gramsToDecimal(read.weight),
    fee: shortDollars(read.fee),
    stripeLink: read.checkoutLink ?? '',
  }
}

import type { Cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import type { EngravingOption } from './engraving.ts'
import { goldSizes } from './gold-size.ts'
import type { OptionChoice } from './options.ts'
import type { Product } from './product.ts'

export type SizeFacts = {
  size: string
  weight: Milligrams
  fee: Cents
  /** How many there are of it; left out: it is not counted by size. */
  pieces?: number
}

/**
 * What of a product is changed together with others. Pictures, specifications and payment links are
 * not: they are changed in the form of each.
 */
export type ProductFacts = {
  name: string
  slug: string
  /** Null: that of the shop. */
  taxCode: string | null
  /** How many there are, all sizes together; null: made to order, or counted by size. */
  pieces: number | null
  /** Null: it is not engraved. */
  engraving: EngravingOption | null
  options: readonly OptionChoice[]
  active: boolean
  featured: boolean
  categories: readonly string[]
  sizes: readonly SizeFacts[]
  shortDescription: string
  description: string
  /** For search engines; empty: those that the shop makes. */
  searchTitle: string
  searchDescription: string
}

export type PartOfFacts = Partial<ProductFacts>

/** Sizes that cannot be read are left out; a change leaves them as they are. */
export function factsOf(product: Product, taxCode: string | null): ProductFacts {
  return {
    name: product.name,
    slug: product.slug,
    taxCode,
    pieces: product.stock?.pieces ?? null,
    engraving: product.engraving ?? null,
    options: product.options ?? [],
    active: product.active,
    featured: product.featured,
    categories: product.categories.map(({ name }) => name),
    sizes: goldSizes(product.attributes).map(({ size, weight, fee, stock }) => ({
      ...{ size, weight, fee },
      ...(stock && { pieces: stock.pieces }),
    })),
    shortDescription: product.short_description,
    description: product.description,
    searchTitle: product.searchTitle ?? '',
    searchDescription: product.searchDescription ?? '',
  }
}

/** What differs, before and after; null where nothing does. */
export function changeOf(
  before: ProductFacts,
  after: ProductFacts,
): { before: PartOfFacts; after: PartOfFacts } | null {
  const names = (Object.keys(after) as (keyof ProductFacts)[]).filter(
    (name) => !isSame(before[name], after[name]),
  )
  if (names.length === 0) return null
  const part = (facts: ProductFacts): PartOfFacts =>
    Object.fromEntries(names.map((name) => [name, facts[name]]))
  return { before: part(before), after: part(after) }
}

/** Both are plain values of one shape. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

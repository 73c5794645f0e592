import type { Stock } from '../inventory/stock.ts'
import type { EngravingOption } from './engraving.ts'
import type { OptionChoice } from './options.ts'

/**
 * A piece as the shop sells it. Field names are the specification's own (section 3), since staff
 * tools and imports hold on to them.
 */

export type Image = {
  id: string
  /** https: address, or a path on this site. */
  src: string
  alt: string
  /** Position, from 0. */
  order: number
}

/** A gold size (`Gold Size: Small` → `Weight: 14.7g, Fee: $750`), a dimension, or a free specification. */
export type Attribute = {
  id: string
  name: string
  option: string
  /** Of a gold size, where it is stored; see size-key.ts. */
  key?: string | null
  /** Of a gold size whose pieces are counted. */
  stock?: Stock | null
}

export type Category = { id: string; name: string; slug: string }

export type Product = {
  id: string
  name: string
  slug: string
  /** Dollars with two decimals, as last stored. Never charged for a piece that has sizes. */
  price: string
  /** HTML; sanitized again wherever it is shown. */
  description: string
  short_description: string
  weight: string
  dimensions: { length: string; width: string; height: string }
  active: boolean
  featured: boolean
  images: Image[]
  attributes: Attribute[]
  categories: Category[]
  related_ids: string[]
  shipping_class: string
  /** Left out, or null: made to order. */
  stock?: Stock | null
  /** Left out, or null: it is not engraved. */
  engraving?: EngravingOption | null
  /** What a buyer chooses beside the size; left out: nothing. */
  options?: readonly OptionChoice[]
  /** Left out: it is returnable for a change of mind. */
  finalSale?: boolean
  /** Left out: it is sent to every country that is shipped to. */
  usOnly?: boolean
  /** Left out: search engines are given the name, and a description that the shop makes. */
  searchTitle?: string
  searchDescription?: string
}

export const defaultImageAlt = 'Product image'

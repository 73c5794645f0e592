import { boolean, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { OptionChoice } from '#app/domain/catalog/options.ts'
import { at, centsOf, madeId } from './columns.ts'

/**
 * The table also has `search_text` and `folded_name`, which the database makes of name and
 * descriptions automatically; they are left out here, so that no list reads them.
 */
export const products = pgTable('products', {
  id: madeId(),
  name: text().notNull(),
  slug: text().notNull().unique(),
  price: numeric({ precision: 14, scale: 2 }).notNull(),
  description: text().notNull().default(''),
  shortDescription: text('short_description').notNull().default(''),
  weight: text().notNull().default(''),
  dimensions: jsonb().$type<{ length: string; width: string; height: string }>().notNull(),
  active: boolean().notNull().default(true),
  featured: boolean().notNull().default(false),
  /** Not returnable for a change of mind [RETURN-14]. */
  finalSale: boolean('final_sale').notNull().default(false),
  /** Not sent to other countries [SHIPPING-10]. */
  usOnly: boolean('us_only').notNull().default(false),
  taxCode: text('tax_code'),
  /** For search engines, in place of name and description; empty: those are shown. */
  searchTitle: text('search_title').notNull().default(''),
  searchDescription: text('search_description').notNull().default(''),
  /** There and not sold; null: made to order. Changed by catalog/stock.ts alone. */
  pieces: integer(),
  /** What staff last entered. */
  piecesCounted: integer('pieces_counted'),
  /** Of them in orders that are not paid yet. */
  piecesReserved: integer('pieces_reserved').notNull().default(0),
  /** What an engraving costs, and how long it may be; null: it is not engraved. */
  engravingFeeCents: centsOf('engraving_fee_cents'),
  engravingMax: integer('engraving_max'),
  /** What a buyer chooses beside the size. */
  options: jsonb().$type<readonly OptionChoice[]>().notNull().default([]),
  /** When a job shows and hides it, and clears the time. */
  shownFrom: at('shown_from'),
  shownUntil: at('shown_until'),
  /** Moves on at each save, so that a save made from an older one is refused. */
  revision: integer().notNull().default(1),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
})

export const productImages = pgTable('product_images', {
  id: madeId(),
  productId: text('product_id').notNull(),
  src: text().notNull(),
  alt: text().notNull().default('Product image'),
  order: integer('order').notNull(),
})

export const productAttributes = pgTable('product_attributes', {
  id: madeId(),
  productId: text('product_id').notNull(),
  name: text().notNull(),
  option: text().notNull().default(''),
  position: integer().notNull(),
  /** Of a gold size: stays when it is renamed; null: made from the label. */
  key: text('size_key'),
  /** Of a gold size whose pieces are counted, as the product has them. */
  pieces: integer(),
  piecesCounted: integer('pieces_counted'),
  piecesReserved: integer('pieces_reserved').notNull().default(0),
})

export const productCategories = pgTable('product_categories', {
  id: madeId(),
  name: text().notNull(),
  slug: text().notNull().unique(),
})

export const productCategoryMappings = pgTable(
  'product_category_mappings',
  {
    productId: text('product_id').notNull(),
    categoryId: text('category_id').notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.productId, table.categoryId] })],
)

import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Counted pieces that an order took: kept for it, sold by it, or free again. */
export const stockClaims = pgTable(
  'stock_claims',
  {
    orderId: text('order_id').notNull(),
    productId: text('product_id').notNull(),
    quantity: integer().notNull(),
    state: text().$type<'reserved' | 'sold' | 'released'>().notNull(),
    /** Of those sold, for sale again. */
    back: integer().notNull().default(0),
    /** Staff said that what came back of it is not for sale. */
    kept: boolean().notNull().default(false),
    at: at('at').notNull(),
    /** The key of the size that is counted; empty: all sizes of the product count together. */
    size: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.productId, table.size] })],
)

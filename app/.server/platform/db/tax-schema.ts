import { boolean, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { at, centsOf } from './columns.ts'

/** One row, id `current`. */
export const salesTaxSettings = pgTable('sales_tax_settings', {
  id: text().primaryKey(),
  enabled: boolean().notNull().default(false),
  /** Two letters each: where the shop is registered. */
  states: jsonb().$type<string[]>().notNull(),
  taxCode: text('tax_code').notNull(),
  updatedAt: at('updated_at').notNull(),
})

/** What one jurisdiction charged on one line of an order, or on its shipping. */
export const orderTaxes = pgTable('order_taxes', {
  orderId: text('order_id').notNull(),
  /** Null: of the shipping. */
  line: integer(),
  position: integer().notNull(),
  state: text().notNull(),
  level: text().notNull(),
  name: text().notNull(),
  /** Percent. */
  rate: numeric({ precision: 9, scale: 4 }).notNull(),
  taxableCents: centsOf('taxable_cents').notNull(),
  taxCents: centsOf('tax_cents').notNull(),
})

import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at, madeId } from './columns.ts'

/**
 * Anyone who paid for an order, by email address and mode; triggers of the orders write it. The table also has
 * `search_text`, which the database makes automatically; no list reads it.
 */
export const customers = pgTable('customers', {
  id: madeId(),
  /** In small letters and its domain in those of any script, as email_key() has it. */
  email: text().notNull(),
  livemode: boolean().notNull(),
  name: text(),
  /** Paid ones. */
  orders: integer().notNull(),
  firstPaidAt: at('first_paid_at').notNull(),
  lastPaidAt: at('last_paid_at').notNull(),
})

/** What staff wrote about a customer, whichever mode they bought in. */
export const customerNotes = pgTable('customer_notes', {
  id: madeId(),
  /** In small letters, as above. */
  email: text().notNull(),
  at: at('at').notNull(),
  by: text('by').notNull(),
  text: text('text').notNull(),
})

import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** What was to be engraved until staff corrected it; both null once they are erased. */
export const orderEngravings = pgTable('order_engravings', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: text('order_id').notNull(),
  /** The position of its line. */
  line: integer().notNull(),
  at: at('at').notNull(),
  by: text('by').notNull(),
  before: text(),
  after: text(),
})

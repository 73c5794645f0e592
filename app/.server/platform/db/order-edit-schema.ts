import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { AppliedPart } from '#app/domain/order-edits/plan-edit.ts'
import type { LineTax } from '#app/domain/tax/sales-tax.ts'
import { at, centsOf } from './columns.ts'
import type { orderLines } from './schema.ts'

/** A line as it is stored, without its order, its place there, and what is engraved on it. */
export type AddedLine = Omit<typeof orderLines.$inferInsert, 'orderId' | 'position' | 'engraving'>

/** What staff changed of paid orders. */
export const orderEdits = pgTable('order_edits', {
  id: text().primaryKey(),
  orderId: text('order_id').notNull(),
  key: text().notNull().unique(),
  at: at('at').notNull(),
  by: text().notNull(),
  reason: text().notNull(),
  goldPriceId: bigint('gold_price_id', { mode: 'number' }),
  added: jsonb().$type<AddedLine[]>().notNull(),
  /** `line`: its place among the added lines. */
  taxes: jsonb().$type<LineTax[]>().notNull(),
  /** One for each added line; null once they are lines of the order. */
  engravings: jsonb().$type<(string | null)[]>(),
  /** The position of the first of them in the order; null: none, or not yet. */
  firstLine: integer('first_line'),
  credits: jsonb().$type<AppliedPart[]>().notNull(),
  /** What was sold and not credited when it was confirmed. */
  soldCents: centsOf('sold_cents').notNull(),
  /** Above zero the buyer pays it; below, it was refunded. */
  dueCents: centsOf('due_cents').notNull(),
  linkId: text('link_id').unique(),
  state: text().$type<'waiting' | 'applied' | 'ended'>().notNull(),
  settledAt: at('settled_at'),
  settledWhy: text('settled_why'),
})

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

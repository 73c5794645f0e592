import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Carrier } from '#app/domain/fulfillment/carrier.ts'
import type { ReturnState } from '#app/domain/returns/return.ts'
import { at } from './columns.ts'

/** Returns of pieces, as schema.ts has the other tables. */

/** What the shop promises about returns; the latest holds, and versions are only added. */
export const returnTermVersions = pgTable('return_terms', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  days: integer().notNull(),
  toleranceMg: bigint('tolerance_mg', { mode: 'number' }).notNull(),
  instructions: text().notNull(),
  takesEngraved: boolean('takes_engraved').notNull().default(false),
  at: at('at').notNull(),
  by: text().notNull(),
})

export const orderReturns = pgTable('order_returns', {
  id: text().primaryKey(),
  orderId: text('order_id').notNull(),
  /** From 1, for each order. */
  nth: integer().notNull(),
  /** Of the form that asked for it. */
  key: text().notNull().unique(),
  state: text().$type<ReturnState>().notNull(),
  /** Empty: the buyer. */
  askedBy: text('asked_by').notNull().default(''),
  askedAt: at('asked_at').notNull(),
  reason: text().notNull(),
  /** Why staff take back what the terms would not. */
  exception: text().notNull().default(''),
  acceptedAt: at('accepted_at'),
  acceptedBy: text('accepted_by'),
  instructions: text().notNull().default(''),
  sentBackAt: at('sent_back_at'),
  carrier: text().$type<Carrier>(),
  tracking: text().notNull().default(''),
  receivedAt: at('received_at'),
  receivedBy: text('received_by'),
  weighedAt: at('weighed_at'),
  weighedBy: text('weighed_by'),
  weightNote: text('weight_note').notNull().default(''),
  closedAt: at('closed_at'),
  closedBy: text('closed_by'),
  refundId: text('refund_id').unique(),
  /** Read by the buyer where it was refused. */
  closedWhy: text('closed_why').notNull().default(''),
  againCarrier: text('again_carrier').$type<Carrier>(),
  againTracking: text('again_tracking').notNull().default(''),
})

export const orderReturnLines = pgTable(
  'order_return_lines',
  {
    returnId: text('return_id').notNull(),
    orderId: text('order_id').notNull(),
    /** The position of the line in its order. */
    line: integer().notNull(),
    quantity: integer().notNull(),
    /** Of all its pieces together. */
    weighedMg: bigint('weighed_mg', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.returnId, table.line] })],
)

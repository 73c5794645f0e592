import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Verdict } from '#app/domain/weighing/evaluate-weight.ts'
import type { Waiting } from '#app/domain/weighing/second-reading.ts'
import { at, centsOf } from './columns.ts'

/** Single items of orders, as the scale has them; the latest weighing of each [WEIGH-01]. */
export const weighedItems = pgTable(
  'weighed_items',
  {
    orderId: text('order_id').notNull(),
    /** The position of its line, and which of its pieces it is: from 1. */
    line: integer().notNull(),
    item: integer().notNull(),
    serial: text().notNull(),
    soldMg: bigint('sold_mg', { mode: 'number' }).notNull(),
    actualMg: bigint('actual_mg', { mode: 'number' }).notNull(),
    verdict: text().$type<Verdict>().notNull(),
    /** The gold that is missing, at the price it was sold at. */
    missingCents: centsOf('missing_cents').notNull(),
    /** What of it was asked back by refunds, or settled by staff. */
    settledCents: centsOf('settled_cents').notNull(),
    /** Why the rest was not refunded automatically. */
    problem: text(),
    /** What the weight waits for, and when its refund is made at the latest. */
    waits: text().$type<Waiting>(),
    refundAt: at('refund_at'),
    /** How often it was weighed. */
    nth: integer().notNull(),
    weighedAt: at('weighed_at').notNull(),
    weighedBy: text('weighed_by').notNull(),
    parcelId: bigint('parcel_id', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.line, table.item] })],
)

/** Every time an item was weighed. */
export const weighings = pgTable(
  'weighings',
  {
    orderId: text('order_id').notNull(),
    line: integer().notNull(),
    item: integer().notNull(),
    nth: integer().notNull(),
    serial: text().notNull(),
    actualMg: bigint('actual_mg', { mode: 'number' }).notNull(),
    verdict: text().$type<Verdict>().notNull(),
    toleranceMg: bigint('tolerance_mg', { mode: 'number' }).notNull(),
    limitPermille: integer('limit_permille').notNull(),
    missingCents: centsOf('missing_cents').notNull(),
    refundId: text('refund_id').unique(),
    at: at('at').notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.line, table.item, table.nth] })],
)

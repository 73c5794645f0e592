import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Carrier } from '#app/domain/fulfillment/carrier.ts'
import { at, centsOf } from './columns.ts'

/** What was sent of an order; only how it is followed, and whether it arrived, may change [PARCEL-01]. */
export const parcels = pgTable('parcels', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: text('order_id').notNull(),
  carrier: text().$type<Carrier>().notNull(),
  /** Letters and digits of a known carrier; of another way, words. */
  tracking: text().notNull(),
  /** Null where it was not requested: orders from before parcels. */
  declaredCents: centsOf('declared_cents'),
  signature: boolean(),
  insurer: text().notNull().default(''),
  policy: text().notNull().default(''),
  /** Of the pieces on the scale, where staff wrote it down. */
  weighedMg: bigint('weighed_mg', { mode: 'number' }),
  sentAt: at('sent_at').notNull(),
  sentBy: text('sent_by').notNull(),
  /** When staff marked it as delivered; null while that is not known. */
  deliveredAt: at('delivered_at'),
  deliveredBy: text('delivered_by'),
})

/** Orders that wait for their buyer to pick them up [PICKUP-01]. */
export const pickups = pgTable('pickups', {
  orderId: text('order_id').primaryKey(),
  /** What the code is made of, with the secret of the shop. */
  nonce: text().notNull(),
  readyAt: at('ready_at').notNull(),
  readyBy: text('ready_by').notNull(),
  /** Since the first of them in the last hour. */
  wrongCodes: integer('wrong_codes').notNull().default(0),
  wrongSince: at('wrong_since'),
})

/** Which pieces are in it; never more than were ordered, as the database sees to. */
export const parcelLines = pgTable(
  'parcel_lines',
  {
    parcelId: bigint('parcel_id', { mode: 'number' }).notNull(),
    orderId: text('order_id').notNull(),
    /** The position of a line of its order. */
    line: integer().notNull(),
    quantity: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.parcelId, table.line] })],
)

import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at, centsOf, madeId } from './columns.ts'

/** Confirmed requests for an email when a size costs less than an amount. */
export const priceAlerts = pgTable('price_alerts', {
  id: madeId(),
  email: text().notNull(),
  productId: text('product_id').notNull(),
  sizeKey: text('size_key').notNull(),
  underCents: centsOf('under_cents').notNull(),
  requestedAt: at('requested_at').notNull(),
  endsAt: at('ends_at').notNull(),
  /** Of the size when the threshold was computed; null while it is not for sale. */
  weightMg: integer('weight_mg'),
  feeCents: centsOf('fee_cents'),
  /** The highest price per gram that fires it, in ten-thousandths of a dollar; null: none does. */
  threshold: bigint({ mode: 'number' }),
})

import { bigserial, boolean, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { at, rate } from './columns.ts'

const goldColumns = {
  price: rate('price').notNull(),
  pricePerGram: rate('price_per_gram').notNull(),
  change: rate('change').notNull(),
  changePercent: numeric('change_percent', { precision: 12, scale: 4 }).notNull(),
  source: text().notNull(),
  bid: rate('bid'),
  ask: rate('ask'),
  low: rate('low'),
  high: rate('high'),
}

/** One row, id `current`: the price the shop sells at. */
export const goldPrices = pgTable('gold_prices', {
  id: text().primaryKey(),
  ...goldColumns,
  /** When the source says this price was true. */
  takenAt: at('taken_at').notNull(),
  lastUpdated: at('last_updated').notNull(),
  errorMessage: text('error_message'),
  /** Quotes that do not know of this correction are void [QUOTE-07]. */
  correctedAt: at('corrected_at'),
  confirmedBy: text('confirmed_by'),
  hasOwnTime: boolean('has_own_time').notNull().default(true),
})

/** Every price that was accepted, held, rejected or withdrawn, with its time, source and setter [LIVE-05]. */
export const goldPriceHistory = pgTable('gold_price_history', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  ...goldColumns,
  status: text().$type<'accepted' | 'held' | 'rejected' | 'withdrawn'>().notNull(),
  reason: text(),
  setBy: text('set_by'),
  takenAt: at('taken_at').notNull(),
  recordedAt: at('recorded_at').notNull(),
  decidedAt: at('decided_at'),
  withdrawnAt: at('withdrawn_at'),
  withdrawnBy: text('withdrawn_by'),
  withdrawnReason: text('withdrawn_reason'),
})

import { bigint, date, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Keys the shop signs with; the one that is not retired has its private half, encrypted. */
export const signingKeys = pgTable('signing_keys', {
  id: text().primaryKey(),
  publicKey: text('public_key').notNull(),
  sealed: text(),
  madeAt: at('made_at').notNull(),
  retiredAt: at('retired_at'),
})

/** Finished days of accepted gold prices, in UTC, as they were signed and published. */
export const goldPriceDays = pgTable('gold_price_days', {
  day: date({ mode: 'string' }).primaryKey(),
  lastPosition: bigint('last_position', { mode: 'number' }).notNull(),
  links: bigint({ mode: 'number' }).notNull(),
  root: text().notNull(),
  keyId: text('key_id').notNull(),
  signedAt: at('signed_at').notNull(),
  file: text().notNull(),
})

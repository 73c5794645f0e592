import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at, madeId } from './columns.ts'

export const newsletterSettings = pgTable('newsletter_settings', {
  id: text().primaryKey(),
  enabled: boolean().notNull().default(false),
  /** What visitors agree to; `version` counts its changes. */
  sentence: text().notNull(),
  version: integer().notNull(),
  updatedAt: at('updated_at').notNull(),
})

/** Who confirmed that they want the newsletter, and what they read then. */
export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  id: madeId(),
  email: text().notNull(),
  requestedAt: at('requested_at').notNull(),
  confirmedAt: at('confirmed_at').notNull(),
  /** The page with the form. */
  source: text().notNull(),
  sentence: text().notNull(),
  version: integer().notNull(),
})

import { pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Who asked for the orders of an email address; links and sessions as hashes. */
export const findOrderLinks = pgTable('find_order_links', {
  id: text().primaryKey(),
  /** As it was entered. */
  email: text().notNull(),
  askedAt: at('asked_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  answeredAt: at('answered_at'),
  /** Null until the email is written. */
  tokenHash: text('token_hash').unique(),
  openedAt: at('opened_at'),
  sessionHash: text('session_hash').unique(),
  sessionEndsAt: at('session_ends_at'),
})

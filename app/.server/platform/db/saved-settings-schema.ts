import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Settings that owners saved, by the name of the environment variable, each encrypted. */
export const savedSettings = pgTable('saved_settings', {
  name: text().primaryKey(),
  sealed: text().notNull(),
  savedAt: at('saved_at').notNull(),
  savedBy: text('saved_by').notNull(),
  /** Its provider could not be reached when it was saved. */
  untried: boolean().notNull().default(false),
})

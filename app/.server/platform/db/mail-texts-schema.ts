import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** What staff wrote for an email, version by version; without a text it is the built-in one again. */
export const mailTextVersions = pgTable('mail_texts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().notNull(),
  version: integer().notNull(),
  subject: text(),
  body: text(),
  at: at('at').notNull(),
  by: text().notNull(),
})

import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { TextValues } from '#app/domain/content/text-field.ts'
import { at } from './columns.ts'

/** What staff published, version by version; without fields it is the shipped text again. */
export const shopTexts = pgTable(
  'shop_texts',
  {
    key: text().notNull(),
    version: integer().notNull(),
    fields: jsonb().$type<TextValues>(),
    at: at('at').notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.version] })],
)

/** What is not published yet, one a text. */
export const shopTextDrafts = pgTable('shop_text_drafts', {
  key: text().primaryKey(),
  fields: jsonb().$type<TextValues>().notNull(),
  seen: integer().notNull(),
  revision: integer().notNull(),
  at: at('at').notNull(),
  by: text().notNull(),
})

/** Which versions somebody who knows has read. */
export const shopTextReadings = pgTable(
  'shop_text_readings',
  {
    key: text().notNull(),
    version: integer().notNull(),
    at: at('at').notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.version] })],
)

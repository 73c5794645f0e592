import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { TextValues } from '#app/domain/content/text-field.ts'
import { at } from './columns.ts'

/** The texts of the shop (pages, policies, posts, who it is), and those of its emails. */
export type TextVersionKind = 'shop' | 'email'

/** What staff published, version by version; without fields it is the built-in text again. */
export const textVersions = pgTable(
  'text_versions',
  {
    kind: text().$type<TextVersionKind>().notNull(),
    key: text().notNull(),
    version: integer().notNull(),
    fields: jsonb().$type<TextValues>(),
    at: at('at').notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key, table.version] })],
)

/** What is not published yet, one a text. */
export const textDrafts = pgTable(
  'text_drafts',
  {
    kind: text().$type<TextVersionKind>().notNull(),
    key: text().notNull(),
    fields: jsonb().$type<TextValues>().notNull(),
    seen: integer().notNull(),
    revision: integer().notNull(),
    at: at('at').notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
)

/** Which versions of a text of the shop somebody who knows has read. */
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

/** Addresses that the shop no longer answers, and where they lead [SEO-12]. */
export const redirects = pgTable('redirects', {
  path: text().primaryKey(),
  target: text().notNull(),
  /** Null: the shop added it, when the web address of a product changed. */
  madeBy: text('made_by'),
  createdAt: at('created_at').notNull(),
})

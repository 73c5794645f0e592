import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Rows that are hashed, each with the one before: written by triggers (db/migrations/0002_chains.sql). */
export const chainLinks = pgTable(
  'chain_links',
  {
    chain: text().notNull(),
    position: bigint({ mode: 'number' }).notNull(),
    rowKey: text('row_key').notNull(),
    digest: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.position] })],
)

import { bigint, bigserial, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Who did what to what, and when; what may be in it: audit-log/record-event.ts. */
export const auditLog = pgTable('audit_log', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  at: at('at').notNull(),
  actorType: text('actor_type').$type<'admin' | 'command' | 'setup-link' | 'visitor'>().notNull(),
  actorId: text('actor_id').notNull(),
  action: text().notNull(),
  targetType: text('target_type'),
  targetId: text('target_id'),
  facts: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  address: text(),
  /** Made by the database: in the hash of an entry is this digest, and not what is cleared later. */
  personalDigest: text('personal_digest'),
  personalSalt: text('personal_salt'),
})

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

import { bigint, boolean, jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { ChainHead } from './check-chain.ts'
import { at } from './schema.ts'

/** What the shop found each night when it looked whether its records agree. */
export const recordChecks = pgTable('record_checks', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at').notNull(),
  orders: bigint({ mode: 'number' }).notNull(),
  findings: jsonb().$type<string[]>().notNull(),
  providerAsked: boolean('provider_asked'),
  heads: jsonb().$type<Record<string, ChainHead>>().notNull(),
})

import { bigint, boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { AccountNames } from '#app/domain/bookkeeping/journal-accounts.ts'
import { at, centsOf } from './columns.ts'

/** What moved on the balance at Stripe, as Stripe has it; cents of its currency. */
export const stripeTransactions = pgTable('stripe_transactions', {
  id: text().primaryKey(),
  livemode: boolean().notNull(),
  /** Reporting category. */
  category: text().notNull(),
  /** Payment intent, as `reference` in the ledger. */
  payment: text(),
  source: text(),
  amountCents: centsOf('amount_cents').notNull(),
  feeCents: centsOf('fee_cents').notNull(),
  netCents: centsOf('net_cents').notNull(),
  currency: text().notNull(),
  createdAt: at('created_at').notNull(),
  payoutId: text('payout_id'),
  detail: text().notNull().default(''),
})

export const stripePayouts = pgTable('stripe_payouts', {
  id: text().primaryKey(),
  livemode: boolean().notNull(),
  amountCents: centsOf('amount_cents').notNull(),
  currency: text().notNull(),
  createdAt: at('created_at').notNull(),
  status: text().notNull(),
  isAutomatic: boolean('is_automatic').notNull(),
  /** Stripe has finished the list of its transactions, and the shop has read it. */
  isListed: boolean('is_listed').notNull().default(false),
  isRead: boolean('is_read').notNull().default(false),
})

export const stripeBalanceReads = pgTable('stripe_balance_reads', {
  livemode: boolean().primaryKey(),
  readUntil: at('read_until').notNull(),
  triedAt: at('tried_at').notNull(),
  problem: text().$type<'not allowed' | 'unavailable'>(),
})

/** Names and codes of accounts; only ever added to. */
export const journalAccountVersions = pgTable('journal_accounts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  names: jsonb().$type<AccountNames>().notNull(),
  codes: jsonb().$type<AccountNames>().notNull(),
  taxRate: text('tax_rate').notNull(),
  at: at('at').notNull(),
  by: text().notNull(),
})

import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { EntryKind } from '#app/domain/ledger/ledger.ts'
import type { RefundLine } from '#app/domain/refunds/refund-lines.ts'
import type { RefundState } from '#app/domain/refunds/refund-state.ts'
import type { ChainHead } from './check-hash-chain.ts'
import { at, madeId } from './columns.ts'

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

const account = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/** What was sold, paid, refunded and disputed, in US cents by account; only ever added to. */
export const ledgerEntries = pgTable('ledger_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** What it came from, `payment:stripe:pi_1`: the same again is no second entry. */
  key: text().notNull().unique(),
  /** Null: a payment that belongs to no order. */
  orderId: text('order_id'),
  kind: text().$type<EntryKind>().notNull(),
  at: at('at').notNull(),
  provider: text().notNull(),
  livemode: boolean().notNull(),
  /** The provider's id of the payment. */
  reference: text(),
  by: text().notNull(),
  why: text().notNull(),
  receivable: account('receivable'),
  sales: account('sales'),
  tax: account('tax'),
  shipping: account('shipping'),
  discounts: account('discounts'),
  payments: account('payments'),
  disputed: account('disputed'),
  losses: account('losses'),
  unattached: account('unattached'),
  recordedAt: at('recorded_at').notNull(),
})

/** The number of each paid order's receipt; the database gives it when the order becomes paid. */
export const receipts = pgTable('receipts', {
  orderId: text('order_id').primaryKey(),
  livemode: boolean().notNull(),
  number: integer().notNull(),
})

const centsOf = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Refunds that were requested here or made at the provider; their money is in the ledger. */
export const refunds = pgTable('refunds', {
  id: text().primaryKey(),
  /** Null: of a payment that belongs to no order. */
  orderId: text('order_id'),
  /** Of the form that asked for it, or of what the provider said: the same again is the same refund. */
  key: text().notNull().unique(),
  origin: text().$type<'shop' | 'provider'>().notNull(),
  /** `hand`: staff gave it back themselves. */
  provider: text().$type<'test' | 'stripe' | 'hand'>().notNull(),
  livemode: boolean().notNull(),
  /** The provider's id of the payment. */
  reference: text().notNull(),
  amountCents: centsOf('amount_cents'),
  /** What of its credit paid for other pieces of the order, and was not refunded [EDIT-02]. */
  appliedCents: centsOf('applied_cents').notNull().default(0),
  /** What it reverses of the sale; less than the amount where the buyer was owed the rest anyway. */
  goodsCents: centsOf('goods_cents'),
  taxCents: centsOf('tax_cents'),
  shippingCents: centsOf('shipping_cents'),
  discountCents: centsOf('discount_cents'),
  lines: jsonb().$type<RefundLine[]>().notNull().default([]),
  reason: text().notNull(),
  /** Note to the buyer; may be empty. */
  note: text().notNull().default(''),
  by: text().notNull(),
  at: at('at').notNull(),
  state: text().$type<RefundState>().notNull(),
  providerId: text('provider_id').unique(),
  /** Why it was refused or failed. */
  problem: text(),
  settledAt: at('settled_at'),
  /** When the provider was last asked about it. */
  askedAt: at('asked_at'),
  creditNoteYear: integer('credit_note_year'),
  creditNoteNumber: integer('credit_note_number'),
})

/** What staff wrote about a payment that belongs to no order. */
export const paymentNotes = pgTable('payment_notes', {
  id: madeId(),
  eventId: text('event_id').notNull(),
  at: at('at').notNull(),
  by: text('by').notNull(),
  text: text('text').notNull(),
  /** Nothing more has to be done about the payment. */
  settles: boolean().notNull().default(false),
})

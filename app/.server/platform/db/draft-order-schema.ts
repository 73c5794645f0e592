import { bigint, boolean, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { CustomStage, GoldFixed } from '#app/domain/draft-orders/custom-work.ts'
import type { OfflineKind } from '#app/domain/payments/offline-payment.ts'
import type { PaymentRequestKind } from '#app/domain/payments/payment-request-link.ts'
import { at, centsOf } from './columns.ts'

/** What is beside an order that staff made, as schema.ts has the other tables. */

/** Where such an order is paid; one that is open, and those before it. */
export const paymentRequestLinks = pgTable('pay_links', {
  /** Random; the link is made of it and the shop's secret. */
  id: text().primaryKey(),
  orderId: text('order_id').notNull(),
  key: text().notNull().unique(),
  kind: text().$type<PaymentRequestKind>().notNull(),
  /** Without the tax that its payment page adds. */
  amountCents: centsOf('amount_cents').notNull(),
  madeBy: text('made_by').notNull(),
  madeAt: at('made_at').notNull(),
  endsAt: at('ends_at').notNull(),
  closedAt: at('closed_at'),
  closedWhy: text('closed_why'),
  paidAt: at('paid_at'),
  /** How often a checkout session was requested, when last, and which it is. */
  attempt: integer().notNull().default(0),
  attemptAt: at('attempt_at'),
  session: text().unique(),
  /** The payment page of a change of a paid order, whose own session stays with the order. */
  url: text(),
})

/** Money that staff took themselves; what it moved is in the ledger. */
export const offlinePayments = pgTable('hand_payments', {
  id: text().primaryKey(),
  orderId: text('order_id').notNull(),
  key: text().notNull().unique(),
  kind: text().$type<OfflineKind>().notNull(),
  amountCents: centsOf('amount_cents').notNull(),
  payer: text().notNull(),
  /** Number of the check, reference of the wire. */
  reference: text().notNull().default(''),
  receivedOn: date('received_on', { mode: 'string' }).notNull(),
  by: text().notNull(),
  at: at('at').notNull(),
  /** Of a credit: the trade-in that it is of. */
  tradeInId: text('trade_in_id'),
  reducesTax: boolean('reduces_tax').notNull().default(false),
})

export const customWork = pgTable('custom_work', {
  orderId: text('order_id').primaryKey(),
  stage: text().$type<CustomStage>().notNull(),
  stageAt: at('stage_at').notNull(),
  stageBy: text('stage_by').notNull(),
  depositCents: centsOf('deposit_cents').notNull(),
  goldFixed: text('gold_fixed').$type<GoldFixed>().notNull(),
  /** From then on the total is final. */
  fixedAt: at('fixed_at'),
  fixedBy: text('fixed_by'),
  agreement: text().notNull(),
  request: text().notNull().default(''),
})

/** Form 8300 as staff marked it as filed: for the cash of an order's customer, over $10,000 on this day. */
export const form8300Filings = pgTable('form_8300_filings', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: text('order_id').notNull(),
  crossedOn: date('crossed_on', { mode: 'string' }).notNull(),
  sumCents: centsOf('sum_cents').notNull(),
  filedBy: text('filed_by').notNull(),
  filedAt: at('filed_at').notNull(),
})

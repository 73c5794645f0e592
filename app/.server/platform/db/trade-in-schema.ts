import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { Carrier } from '#app/domain/fulfillment/carrier.ts'
import type { BasisPoints, Fineness } from '#app/domain/pricing/trade-in-value.ts'
import type { IdentityRules } from '#app/domain/trade-ins/identity.ts'
import type { PayoutKind } from '#app/domain/trade-ins/money.ts'
import type { TradeInKind, TradeInState } from '#app/domain/trade-ins/trade-in.ts'
import { at, buyerEmail, bytes, centsOf, rate } from './columns.ts'

/** Pieces that owners give back, as schema.ts has the other tables. */

const basisPoints = (name: string) => integer(name).$type<BasisPoints>()

/** What the shop offers; the latest holds, and versions are only added. */
export const tradeInTermVersions = pgTable('trade_in_terms', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kinds: text().array().$type<TradeInKind[]>().notNull(),
  exchangeRate: basisPoints('exchange_rate').notNull(),
  sellBackRate: basisPoints('sell_back_rate').notNull(),
  offerDays: integer('offer_days').notNull(),
  creditDays: integer('credit_days').notNull(),
  instructions: text().notNull(),
  taxStates: text('tax_states').array().notNull(),
  identityRules: jsonb('identity_rules').$type<IdentityRules>().notNull(),
  retentionDays: integer('retention_days').notNull(),
  isReviewed: boolean('is_reviewed').notNull(),
  at: at('at').notNull(),
  by: text().notNull(),
})

/** What making a piece of a size costs; only staff see it. */
export const productionCosts = pgTable(
  'production_costs',
  {
    productId: text('product_id').notNull(),
    size: text().notNull(),
    costCents: centsOf('cost_cents').notNull(),
    at: at('at').notNull(),
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.size] })],
)

export const tradeIns = pgTable('trade_ins', {
  id: text().primaryKey(),
  number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  token: text().notNull().unique(),
  key: text().notNull().unique(),
  livemode: boolean().notNull(),
  revision: integer().notNull().default(1),
  kind: text().$type<TradeInKind>().notNull(),
  state: text().$type<TradeInState>().notNull(),
  certificateId: text('certificate_id'),
  productId: text('product_id'),
  name: text().notNull(),
  size: text().notNull().default(''),
  serial: text().notNull().default(''),
  stampedMg: bigint('stamped_mg', { mode: 'number' }),
  ownerName: text('owner_name').notNull(),
  email: buyerEmail('email'),
  phone: text().notNull().default(''),
  region: text(),
  /** Empty: the owner. */
  askedBy: text('asked_by').notNull().default(''),
  askedAt: at('asked_at').notNull(),
  note: text().notNull().default(''),
  dueOn: date('due_on', { mode: 'string' }),
  acceptedAt: at('accepted_at'),
  acceptedBy: text('accepted_by'),
  instructions: text().notNull().default(''),
  labelCarrier: text('label_carrier').$type<Carrier>(),
  labelTracking: text('label_tracking'),
  labelCents: centsOf('label_cents'),
  sentAt: at('sent_at'),
  carrier: text().$type<Carrier>(),
  tracking: text().notNull().default(''),
  receivedAt: at('received_at'),
  receivedBy: text('received_by'),
  weighedAt: at('weighed_at'),
  weighedBy: text('weighed_by'),
  weighedMg: bigint('weighed_mg', { mode: 'number' }),
  fineness: integer().$type<Fineness>(),
  isOurs: boolean('is_ours'),
  weightNote: text('weight_note').notNull().default(''),
  /** How many offers were made. */
  offer: integer().notNull().default(0),
  offeredAt: at('offered_at'),
  offeredBy: text('offered_by'),
  offerCents: centsOf('offer_cents'),
  offerPerGram: rate('offer_per_gram'),
  offerRate: basisPoints('offer_rate'),
  offerUntil: at('offer_until'),
  difference: text().notNull().default(''),
  agreedAt: at('agreed_at'),
  orderId: text('order_id'),
  creditUntil: at('credit_until'),
  sanctionsAt: at('sanctions_at'),
  sanctionsBy: text('sanctions_by'),
  againCarrier: text('again_carrier').$type<Carrier>(),
  againTracking: text('again_tracking').notNull().default(''),
  closedAt: at('closed_at'),
  closedBy: text('closed_by'),
  closedWhy: text('closed_why').notNull().default(''),
})

export const tradeInHistory = pgTable('trade_in_history', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  tradeInId: text('trade_in_id').notNull(),
  at: at('at').notNull(),
  actor: text().$type<'owner' | 'staff' | 'shop'>().notNull(),
  by: text().notNull(),
  /** Null: a note. */
  state: text().$type<TradeInState>(),
  why: text().notNull(),
})

export const tradeInPayouts = pgTable('trade_in_payouts', {
  id: text().primaryKey(),
  tradeInId: text('trade_in_id').notNull(),
  key: text().notNull().unique(),
  kind: text().$type<PayoutKind>().notNull(),
  amountCents: centsOf('amount_cents').notNull(),
  settlesCents: centsOf('settles_cents').notNull(),
  reference: text().notNull(),
  paidOn: date('paid_on', { mode: 'string' }).notNull(),
  override: text().notNull().default(''),
  at: at('at').notNull(),
  by: text().notNull(),
})

/** Sealed: only an owner of the shop reads it. */
export const tradeInIdentities = pgTable('trade_in_identities', {
  tradeInId: text('trade_in_id').primaryKey(),
  sealed: text().notNull(),
  at: at('at').notNull(),
  by: text().notNull(),
})

/** For staff and the owner's secret link alone; deleted with the data of the owner. */
export const tradeInPhotos = pgTable('trade_in_photos', {
  id: text().primaryKey(),
  tradeInId: text('trade_in_id').notNull(),
  picture: bytes().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  uploadKey: text('upload_key').notNull().unique(),
  at: at('at').notNull(),
  by: text().notNull(),
})

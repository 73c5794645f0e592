import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { DiscountPercent } from '#app/domain/discounts/discount-code.ts'
import { at, centsOf } from './columns.ts'

export const discountCodes = pgTable('discount_codes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** As the owner wrote it. */
  code: text().notNull(),
  /** As codes are compared. */
  key: text().notNull(),
  percent: integer().$type<DiscountPercent>(),
  amountCents: centsOf('amount_cents'),
  /** Also off the gold, as an owner confirmed. */
  offMetal: boolean('off_metal').notNull().default(false),
  /** null: all pieces. */
  productIds: text('product_ids').array(),
  startsAt: at('starts_at'),
  /** The first moment when it is no longer valid. */
  endsAt: at('ends_at'),
  minTotalCents: centsOf('min_total_cents').notNull().default(0),
  maxUses: integer('max_uses'),
  maxUsesPerEmail: integer('max_uses_per_email'),
  active: boolean().notNull().default(true),
  revision: integer().notNull().default(1),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
})

export type DiscountCodeRow = typeof discountCodes.$inferSelect

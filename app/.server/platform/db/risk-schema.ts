import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { HoldKind } from '#app/domain/risk/hold.ts'
import { at, centsOf } from './columns.ts'

/** Why an order must not be sent, and who released it [HOLD-01]. */
export const orderHolds = pgTable('order_holds', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: text('order_id').notNull(),
  kind: text().$type<HoldKind>().notNull(),
  /** The provider's id of the dispute, warning or review; empty where it is about the order itself. */
  object: text().notNull(),
  reason: text().notNull(),
  openedAt: at('opened_at').notNull(),
  releasedAt: at('released_at'),
  releasedBy: text('released_by'),
  releaseReason: text('release_reason'),
  /** The named checks that were ticked. */
  checks: text().array().notNull().default([]),
})

/** One row: from which totals an order is looked at more closely [HOLD-04, HOLD-05]. */
export const riskSettings = pgTable('risk_settings', {
  id: text().primaryKey(),
  highValueCents: centsOf('high_value_cents').notNull(),
  compareCountries: boolean('compare_countries').notNull(),
  threeDSecureCents: centsOf('three_d_secure_cents').notNull(),
  /** How much lighter than sold a piece may be before the difference is refunded [WEIGH-07]. */
  weightToleranceMg: bigint('weight_tolerance_mg', { mode: 'number' }).notNull().default(50),
  /** How far off a piece may be to be sent, in thousandths of what was sold. */
  weightLimitPermille: integer('weight_limit_permille').notNull().default(50),
  /** Beyond which a refund waits for a second reading, and for an owner or a manager [WEIGH-13, WEIGH-14]. */
  weightSecondReadingCents: centsOf('weight_second_reading_cents').notNull().default(1000),
  weightWorkshopCents: centsOf('weight_workshop_cents').notNull().default(10_000),
  updatedAt: at('updated_at').notNull(),
})

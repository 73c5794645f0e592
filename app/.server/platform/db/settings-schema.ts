import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { at, centsOf } from './columns.ts'

/** Settings that staff save: one row each, id `current`. */

export const paracordOptions = pgTable('paracord_options', {
  id: text().primaryKey(),
  enabled: boolean().notNull().default(false),
  colors: jsonb().$type<string[]>().notNull(),
  message: text().notNull().default(''),
  updatedAt: at('updated_at').notNull(),
})

export const shippingSettings = pgTable('shipping_settings', {
  id: text().primaryKey(),
  processingTime: text('processing_time').notNull(),
  shippingTime: text('shipping_time').notNull(),
  shippingCost: text('shipping_cost').notNull(),
  /** What the processing time promises at most, in business days. */
  processingDays: integer('processing_days').notNull().default(5),
  updatedAt: at('updated_at').notNull(),
})

/** What is offered beside free standard shipping. */
export const shippingMethods = pgTable('shipping_methods', {
  id: text().primaryKey(),
  express: boolean().notNull().default(false),
  expressCents: centsOf('express_cents').notNull().default(0),
  /** In business days. */
  expressDays: integer('express_days').notNull().default(1),
  expressText: text('express_text').notNull().default(''),
  international: boolean().notNull().default(false),
  /** By ISO 3166-1 alpha-2. */
  countries: jsonb().$type<string[]>().notNull().default([]),
  internationalCents: centsOf('international_cents').notNull().default(0),
  customsText: text('customs_text').notNull().default(''),
  pickup: boolean().notNull().default(false),
  pickupAddress: text('pickup_address').notNull().default(''),
  pickupHours: text('pickup_hours').notNull().default(''),
  updatedAt: at('updated_at').notNull(),
})

/** Whether the shop sells; without a row it does. */
export const selling = pgTable('selling', {
  id: text().primaryKey(),
  /** null: the shop sells. */
  stoppedAt: at('stopped_at'),
  stoppedBy: text('stopped_by'),
  /** What staff add to the shop's own sentence. */
  message: text().notNull().default(''),
  updatedAt: at('updated_at').notNull(),
  /** null: an owner has not opened the shop yet. */
  openedAt: at('opened_at'),
  openedBy: text('opened_by'),
  /** Since when a live key waits for the shop to be opened; null with a test key. */
  awaitsOpeningSince: at('awaits_opening_since'),
})

export const paymentSettings = pgTable('payment_settings', {
  id: text().primaryKey(),
  /** In hundredths of a percent; 0: no bank price. */
  bankDiscount: integer('bank_discount').$type<BankDiscount>().notNull(),
  /** How many bank days a wire may take. */
  wireBankDays: integer('wire_bank_days').notNull().default(2),
  updatedAt: at('updated_at').notNull(),
})

/** Settings that owners saved, by the name of the environment variable, each encrypted. */
export const savedSettings = pgTable('saved_settings', {
  name: text().primaryKey(),
  sealed: text().notNull(),
  savedAt: at('saved_at').notNull(),
  savedBy: text('saved_by').notNull(),
  /** Its provider could not be reached when it was saved. */
  untried: boolean().notNull().default(false),
})

import { bigint, boolean, date, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import type { MetalKind } from '#app/domain/metal/metal-ledger.ts'
import { at } from './columns.ts'

const mg = (name: string) => bigint(name, { mode: 'number' })
const account = (name: string) => mg(name).notNull().default(0)

/** The metal ledger of each mode: when it began, and beyond what staff are warned. */
export const metalBooks = pgTable('metal_books', {
  livemode: boolean().primaryKey(),
  beganAt: at('began_at'),
  beganBy: text('began_by'),
  /** The last parcel that left before it began. */
  parcelBefore: mg('parcel_before').notNull().default(0),
  limitCents: mg('limit_cents'),
  limitMg: mg('limit_mg'),
  beyondSince: at('beyond_since'),
  crossings: integer().notNull().default(0),
})

/** What staff entered manually, in mg by account; only ever added to [METAL-01]. */
export const metalEntries = pgTable('metal_entries', {
  id: mg('id').primaryKey().generatedAlwaysAsIdentity(),
  livemode: boolean().notNull(),
  key: text().notNull().unique(),
  kind: text().$type<MetalKind>().notNull(),
  day: date({ mode: 'string' }).notNull(),
  at: at('at').notNull(),
  by: text().notNull(),
  /** The weight as it was entered. */
  typed: text().notNull().default(''),
  /** Paid or had; below zero where an entry is reversed. */
  paidCents: mg('paid_cents'),
  party: text().notNull().default(''),
  note: text().notNull().default(''),
  reverses: mg('reverses'),
  stock: account('stock'),
  pieces: account('pieces'),
  suppliers: account('suppliers'),
  lost: account('lost'),
  opening: account('opening'),
  /** What was here before it. */
  onHand: mg('on_hand').notNull(),
  /** What a gram cost on average after it, in dollars; null: not known. */
  average: numeric({ precision: 20, scale: 6 }),
})

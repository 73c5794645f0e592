import { bigint, boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { at, shippingAddress } from './columns.ts'

/** Who an order went to until staff corrected it. */
export const orderAddresses = pgTable('order_addresses', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: text('order_id').notNull(),
  at: at('at').notNull(),
  by: text('by').notNull(),
  email: text(),
  shippingAddress: shippingAddress('shipping_address'),
  billingAddress: shippingAddress('billing_address'),
  changed: text().array().notNull(),
  /** The sales tax of the order was computed by this address. */
  isTaxed: boolean('is_taxed').notNull().default(false),
})

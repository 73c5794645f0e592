import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at, madeId } from './columns.ts'

export const cartReminderSettings = pgTable('cart_reminder_settings', {
  id: text().primaryKey(),
  enabled: boolean().notNull().default(false),
  /** After the checkout. */
  hours: integer().notNull(),
  updatedAt: at('updated_at').notNull(),
})

/** Buyers who want one email if they don't finish; the address goes once the email is queued. */
export const cartReminders = pgTable('cart_reminders', {
  id: madeId(),
  /** The order that was not paid. */
  orderId: text('order_id').notNull().unique(),
  email: text(),
  requestedAt: at('requested_at').notNull(),
  dueAt: at('due_at').notNull(),
  sentAt: at('sent_at'),
  /** When the link was first used, and the last order that was placed after that. */
  returnedAt: at('returned_at'),
  nextOrderId: text('next_order_id'),
})

import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { at, madeId } from './columns.ts'

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

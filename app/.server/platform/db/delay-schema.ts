import { date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** What a buyer was told of a delay, and what was answered; neither changes once it is there. */
export const delayNotices = pgTable('delay_notices', {
  id: text().primaryKey(),
  orderId: text('order_id').notNull(),
  /** From 1, for each order. */
  nth: integer().notNull(),
  oldShipBy: date('old_ship_by', { mode: 'string' }).notNull(),
  newShipBy: date('new_ship_by', { mode: 'string' }).notNull(),
  reason: text().notNull(),
  /** The last day to agree; null where silence keeps the order. */
  answerBy: date('answer_by', { mode: 'string' }),
  at: at('at').notNull(),
  by: text().notNull(),
  decision: text().$type<'kept' | 'canceled' | 'lapsed' | 'replaced'>(),
  decidedAt: at('decided_at'),
  decidedBy: text('decided_by'),
  decisionNote: text('decision_note').notNull().default(''),
  reportedAt: at('reported_at'),
})

import { pgTable, text } from 'drizzle-orm/pg-core'
import type { MessageKind, MessageState } from '#app/contracts/messages/message.ts'
import { at, madeId } from './columns.ts'

/** What visitors wrote to the shop from its pages; the database adds `search_text`. */
export const messages = pgTable('messages', {
  id: madeId(),
  kind: text().$type<MessageKind>().notNull(),
  receivedAt: at('received_at').notNull(),
  /** Digest of what was sent and its day. */
  sentOnce: text('sent_once').notNull().unique(),
  name: text().notNull().default(''),
  email: text().notNull(),
  phone: text().notNull().default(''),
  subject: text().notNull(),
  body: text().notNull(),
  state: text().$type<MessageState>().notNull().default('new'),
  /** When it was received or last answered; it is deleted two years after this. */
  changedAt: at('changed_at').notNull(),
})

export const messageReplies = pgTable('message_answers', {
  id: text().primaryKey(),
  messageId: text('message_id').notNull(),
  at: at('at').notNull(),
  by: text().notNull(),
  text: text('text').notNull(),
})

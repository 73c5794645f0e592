import type { OrderState } from '#app/domain/orders/order-state.ts'
import type { Orm } from '../platform/db/database.ts'
import { mailOutbox } from '../platform/db/schema.ts'

export type MailKind = typeof mailOutbox.$inferSelect.kind

export type MailOccasion =
  | OrderState
  | 'held'
  | 'tracking corrected'
  | `dispute ${'open' | 'won' | 'lost'}`

/** Who gets which mail. `held`: money came that the order could not take. */
const mailsFor: Partial<Record<MailOccasion, readonly MailKind[]>> = {
  paid: ['order-paid-buyer', 'order-paid-staff'],
  fulfilled: ['order-fulfilled-buyer'],
  refunded: ['order-refunded-buyer'],
  held: ['order-held-staff'],
  'tracking corrected': ['order-tracking-buyer'],
  'dispute open': ['order-dispute-open-staff'],
  'dispute won': ['order-dispute-won-staff'],
  'dispute lost': ['order-dispute-lost-staff'],
}

/**
 * Puts the mails about what became of an order into the outbox, in the transaction that makes it so.
 * Told twice, they are queued once. A job writes and sends them: a payment cannot fail by a mail.
 * `occasion` tells one hold of an order from the next.
 */
export async function queueMails(
  tx: Orm,
  orderId: string,
  became: MailOccasion,
  at: Date,
  occasion = '',
): Promise<void> {
  const kinds = mailsFor[became]
  if (!kinds) return
  await tx
    .insert(mailOutbox)
    .values(kinds.map((kind) => ({ orderId, kind, occasion, nextAttemptAt: at, createdAt: at })))
    .onConflictDoNothing()
}

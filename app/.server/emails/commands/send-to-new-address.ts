import { and, eq, inArray } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { mailOutbox } from '#app/.server/platform/db/schema.ts'
import { occasionAgain, originalOccasion, sentElsewhere } from '../sent-elsewhere.ts'
import { refuseWithoutServer } from './retry-mail.ts'

/**
 * Sends the emails that went to an address the order no longer has to the one it has now, each once. What it
 * was told there stays in the list. Gives which emails those are [MAIL-14].
 */
export async function sendToNewAddress(
  app: AppContext,
  { orderId: id, by }: { orderId: string; by: string },
): Promise<string[]> {
  refuseWithoutServer(app)
  return changeOrder(app, { id, by }, async ({ tx, order, at, save }) => {
    const mails = await tx.select().from(mailOutbox).where(eq(mailOutbox.orderId, id))
    const missed = sentElsewhere(mails, order.email)
    if (missed.length === 0) return waitingIds(mails)
    const refused = missed.filter(({ state }) => state === 'failed').map(({ id: mail }) => mail)
    const again = { state: 'waiting', attempts: 0, nextAttemptAt: at, lastError: null } as const
    await tx
      .update(mailOutbox)
      .set(again)
      .where(and(eq(mailOutbox.state, 'failed'), inArray(mailOutbox.id, refused)))
    const copies = missed.filter(({ state }) => state === 'sent')
    const made =
      copies.length === 0
        ? []
        : await tx
            .insert(mailOutbox)
            .values(
              copies.map(({ kind, occasion }) => ({
                ...{ orderId: id, kind, nextAttemptAt: at, createdAt: at },
                occasion: occasionAgain(mails, { kind, occasion: originalOccasion(occasion) }),
              })),
            )
            .returning({ id: mailOutbox.id })
    await save({
      why: `${missed.length === 1 ? 'An email' : `${missed.length} emails`} that went to the address before ${missed.length === 1 ? 'is' : 'are'} sent to the present one.`,
      audit: { action: 'order.mails_sent_to_new_address', facts: { count: missed.length } },
    })
    return [...refused, ...made.map(({ id: mail }) => mail)]
  })
}

/** Pressed twice: those that are still on their way. */
const waitingIds = (mails: readonly (typeof mailOutbox.$inferSelect)[]) =>
  mails
    .filter(({ state, occasion }) => state === 'waiting' && originalOccasion(occasion) !== occasion)
    .map(({ id }) => id)

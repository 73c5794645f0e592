import { and, eq, inArray } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { occasionAgain, originalOccasion } from '#app/.server/orders/email-occasion.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { missedEmails } from '../outdated-email.ts'
import { refuseWithoutServer } from './retry-email.ts'

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
    const emails = await tx.select().from(emailOutbox).where(eq(emailOutbox.orderId, id))
    const missed = await missedEmails(tx, order, emails, at)
    if (missed.length === 0) return waitingIds(emails)
    const refused = missed.filter(({ state }) => state === 'failed').map(({ id: email }) => email)
    const again = { state: 'waiting', attempts: 0, nextAttemptAt: at, lastError: null } as const
    await tx
      .update(emailOutbox)
      .set(again)
      .where(and(eq(emailOutbox.state, 'failed'), inArray(emailOutbox.id, refused)))
    const copies = missed.filter(({ state }) => state === 'sent')
    const made =
      copies.length === 0
        ? []
        : await tx
            .insert(emailOutbox)
            .values(
              copies.map(({ kind, occasion }) => ({
                ...{ orderId: id, kind, nextAttemptAt: at, createdAt: at },
                occasion: occasionAgain(emails, { kind, occasion: originalOccasion(occasion) }),
              })),
            )
            .returning({ id: emailOutbox.id })
    await save({
      why: `${missed.length === 1 ? 'An email' : `${missed.length} emails`} that went to the old address ${missed.length === 1 ? 'is' : 'are'} being sent to the new one.`,
      audit: { action: 'order.mails_sent_to_new_address', facts: { count: missed.length } },
    })
    return [...refused, ...made.map(({ id: email }) => email)]
  })
}

/** Pressed twice: those that are still on their way. */
const waitingIds = (emails: readonly (typeof emailOutbox.$inferSelect)[]) =>
  emails
    .filter(({ state, occasion }) => state === 'waiting' && originalOccasion(occasion) !== occasion)
    .map(({ id }) => id)

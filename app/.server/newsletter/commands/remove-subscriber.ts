import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { newsletterSubscribers } from '#app/.server/platform/db/newsletter-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'

/** For a person who asked by another way than the link, or left in the service that sends the newsletter [NEWS-05]. */
export async function removeSubscriber(
  app: AppContext,
  { by, email }: { by: string; email: string },
): Promise<void> {
  await staffTransaction(app, { by }, async (tx, { audit }) => {
    const isOf = sameEmail(newsletterSubscribers.email, email)
    const gone = await tx.delete(newsletterSubscribers).where(isOf).returning()
    if (gone.length === 0) {
      const message = 'This address isn’t on the list.'
      throw new AppError('not_subscribed', 422, message, {
        details: { errors: { email: message } },
      })
    }
    // The log keeps no address of a person who left.
    await audit({ action: 'newsletter.removed', facts: {} })
  })
}

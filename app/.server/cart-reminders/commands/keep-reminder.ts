import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { cartReminders } from '#app/.server/platform/db/cart-reminder-schema.ts'
import { sameEmail } from '#app/.server/platform/db/same-email.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { offeredReminderHours } from '../queries/offers-reminder.ts'

type Asked = {
  orderId: string
  /** The quote this browser went to pay before. */
  replaces: string | null
  /** null: the box is not checked, so what this browser asked for before ends. */
  email: string | null
}

const hourMs = 3_600_000

/**
 * What a buyer asked for at a checkout: one email if it is not finished. The latest checkout counts: of one
 * browser, of one order, and of one address [REMIND-02]. An order whose email was sent gets no second one.
 */
export async function keepReminder(
  app: AppContext,
  { orderId, replaces, email }: Asked,
): Promise<void> {
  const now = app.now()
  const hours = email === null ? null : await offeredReminderHours(app)
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const ofEarlier = tx
        .select({ id: orders.id })
        .from(orders)
        .where(eq(orders.quoteId, replaces ?? ''))
      const isReplaced = or(
        eq(cartReminders.orderId, orderId),
        sql`${cartReminders.orderId} in ${ofEarlier}`,
        email === null ? undefined : sameEmail(cartReminders.email, email),
      )
      await tx.delete(cartReminders).where(and(isNotNull(cartReminders.email), isReplaced))
      if (hours === null) return
      const dueAt = new Date(now.getTime() + hours * hourMs)
      // Two checkouts of one address in the same moment leave one.
      await tx
        .insert(cartReminders)
        .values({ orderId, email, requestedAt: now, dueAt })
        .onConflictDoNothing()
    }),
  )
}

/** An order that was placed after the link in an email was used, for the figures [REMIND-07]. */
export async function noteReturnedOrder(
  app: AppContext,
  { id, orderId }: { id: string; orderId: string },
): Promise<void> {
  await withDatabase(app, ({ orm }) =>
    orm
      .update(cartReminders)
      .set({ nextOrderId: orderId })
      .where(and(eq(cartReminders.id, id), isNull(cartReminders.email))),
  )
}

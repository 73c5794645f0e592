import { and, eq, isNotNull, isNull, not, notExists, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { cartReminders } from '#app/.server/platform/db/cart-reminder-schema.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { offeredReminderHours } from '../wanted.ts'

type Asked = {
  orderId: string
  /** The quote this browser went to pay before. */
  replaces: string | null
  /** null: the box is not checked, so what this browser asked for before ends. */
  email: string | null
  /** Whether the limits allow one more email to this address. */
  mayRemind: (email: string) => Promise<boolean>
}

const hourMs = 3_600_000

/**
 * What a buyer asked for at a checkout: one email if it is not finished. The latest checkout counts: of one
 * browser, of one order, and of one address [REMIND-02]. An order whose email was sent gets no second one. Beyond
 * the limits, the one that waits for the address is kept for the latest order [REMIND-06]. Never fails, since the
 * order is stored and can be paid.
 */
export async function keepReminder(app: AppContext, asked: Asked): Promise<void> {
  try {
    await keep(app, asked)
  } catch (error) {
    app.log.error({ err: error, order: asked.orderId }, 'a cart reminder was not stored')
  }
}

async function keep(app: AppContext, { orderId, replaces, email, mayRemind }: Asked) {
  const now = app.now()
  const hours = email === null ? null : await offeredReminderHours(app)
  const isNew = email !== null && hours !== null && (await mayRemind(email))
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const { email: waiting, orderId: ofOrder } = cartReminders
      const ofEarlier = tx
        .select({ id: orders.id })
        .from(orders)
        .where(eq(orders.quoteId, replaces ?? ''))
      const isTheirs = email === null ? undefined : sameEmail(waiting, email)
      const isReplaced = or(eq(ofOrder, orderId), sql`${ofOrder} in ${ofEarlier}`, isTheirs)
      const moves = isTheirs && hours !== null && !isNew
      await tx
        .delete(cartReminders)
        .where(and(isNotNull(waiting), isReplaced, moves ? not(isTheirs) : undefined))
      if (moves) {
        const has = tx.select({ id: ofOrder }).from(cartReminders).where(eq(ofOrder, orderId))
        await tx
          .update(cartReminders)
          .set({ orderId })
          .where(and(isTheirs, notExists(has)))
      }
      if (!isNew) return
      const dueAt = new Date(now.getTime() + hours * hourMs)
      // Two checkouts of one address in the same moment leave one.
      await tx
        .insert(cartReminders)
        .values({ orderId, email, requestedAt: now, dueAt })
        .onConflictDoNothing()
    }),
  )
}

/** An order that was placed after the link in an email was used, for the figures [REMIND-07]. Never fails either. */
export async function noteReturnedOrder(
  app: AppContext,
  { id, orderId }: { id: string; orderId: string },
): Promise<void> {
  try {
    await withDatabase(app, ({ orm }) =>
      orm
        .update(cartReminders)
        .set({ nextOrderId: orderId })
        .where(and(eq(cartReminders.id, id), isNull(cartReminders.email))),
    )
  } catch (error) {
    app.log.error({ err: error, order: orderId }, 'an order after a cart reminder was not noted')
  }
}

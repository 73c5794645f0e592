import { and, asc, eq, isNotNull, lte, ne, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { lockOrders } from '#app/.server/orders/repository.ts'
import { cartReminders } from '#app/.server/platform/db/cart-reminder-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { sellingStop } from '#app/.server/selling/queries/selling.ts'
import { reminderKeptDays } from '#app/domain/cart-reminders/reminder.ts'
import { dayMs } from '#app/domain/time/local-time.ts'
import { isStillWanted, offeredReminderHours } from '../wanted.ts'

/** Reminders of one transaction, and of one run: the others wait for the next. */
export const reminderSlice = 20
export const perRun = 200

/**
 * Queues the emails that are due, deletes the reminders that are no longer wanted, and deletes addresses: of
 * emails that were sent, and of those that could not be sent within a week [REMIND-02, REMIND-06].
 */
export async function sendCartReminders(app: AppContext): Promise<unknown> {
  const waits = isNotNull(cartReminders.email)
  const any = await withFallback(app, ({ orm }) => orm.$count(cartReminders, waits))
  if (!any) return 'no database'
  await forgetAddresses(app)
  if (any.value === 0) return 'none'
  if ((await offeredReminderHours(app)) === null || (await sellingStop(app))) return 'waiting'
  for (let sent = 0; sent < perRun && !app.closing.aborted; sent += reminderSlice) {
    const done = await app.db.orm.transaction((tx) => sendSlice(tx, app))
    if (done < reminderSlice) break
  }
  return 'done'
}

/**
 * The address leaves the reminder in the transaction that queues its email, so that a process that is killed, or
 * two at a time, send one. The orders are locked: a payment of this moment comes before, and there is no email,
 * or after, and the email is not sent (aboutCartReminder in emails) [REMIND-03].
 */
async function sendSlice(tx: Orm, app: AppContext): Promise<number> {
  const now = app.now()
  const { id, email, dueAt } = cartReminders
  const due = await tx
    .select()
    .from(cartReminders)
    .where(and(isNotNull(email), lte(dueAt, now)))
    .orderBy(asc(dueAt))
    .limit(reminderSlice)
    .for('update', { skipLocked: true })
  const orders = await lockOrders(
    tx,
    due.map(({ orderId }) => orderId),
  )
  for (const reminder of due) {
    const order = orders.get(reminder.orderId)
    const to = reminder.email
    if (!order || to === null || !(await isStillWanted(tx, order, { ...reminder, email: to }))) {
      await tx.delete(cartReminders).where(eq(id, reminder.id))
      continue
    }
    await tx.update(cartReminders).set({ email: null, sentAt: now }).where(eq(id, reminder.id))
    await tx.insert(emailOutbox).values({
      ...{ kind: 'cart-reminder', cartReminderId: reminder.id, recipient: to },
      ...{ nextAttemptAt: now, createdAt: now },
    })
  }
  return due.length
}

async function forgetAddresses(app: AppContext): Promise<void> {
  const { orm } = app.db
  const before = new Date(app.now().getTime() - reminderKeptDays * dayMs)
  const { email, requestedAt } = cartReminders
  await orm.delete(cartReminders).where(and(isNotNull(email), lte(requestedAt, before)))
  const { kind, state, createdAt } = emailOutbox
  const isOver = and(
    ne(state, 'waiting'),
    // One that failed is shown to staff for a while, and can be tried again.
    sql`(${state} <> 'failed' or ${lte(createdAt, before)})`,
  )
  await orm.delete(emailOutbox).where(and(eq(kind, 'cart-reminder'), isOver))
}

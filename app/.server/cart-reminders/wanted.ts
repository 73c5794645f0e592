import { and, eq, gte, or, sql } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { sameEmail } from '#app/.server/platform/db/same-email.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { isReminderWanted } from '#app/domain/cart-reminders/reminder.ts'

type Waiting = { email: string; requestedAt: Date }

/** Whether the buyer of an unfinished order still waits for the email, by what is stored now [REMIND-03]. */
export async function isStillWanted(
  orm: Orm,
  order: OrderRow,
  { email, requestedAt }: Waiting,
): Promise<boolean> {
  if (!isReminderWanted(order, false)) return false
  const since = or(gte(orders.paidAt, requestedAt), gte(orders.paymentProcessingAt, requestedAt))
  const isTheirs = and(sameEmail(orders.email, email), since)
  const [bought] = await orm.select({ one: sql`1` }).from(orders).where(isTheirs).limit(1)
  return isReminderWanted(order, bought !== undefined)
}

/** The order a reminder is about. */
export async function orderOfReminder(orm: Orm, orderId: string): Promise<OrderRow> {
  const [order] = await orm.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new RangeError(`There is no order ${orderId}`)
  return order
}

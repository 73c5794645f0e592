import { and, gte, or, sql } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { sameEmail } from '#app/.server/platform/db/same-email.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { isUnfinished } from '#app/domain/cart-reminders/reminder.ts'

type Waiting = { email: string; requestedAt: Date }

/** Whether the buyer of an unfinished order still waits for the email, by what is stored now [REMIND-03]. */
export async function isStillWanted(
  orm: Orm,
  order: OrderRow,
  { email, requestedAt }: Waiting,
): Promise<boolean> {
  if (!isUnfinished(order)) return false
  const since = or(gte(orders.paidAt, requestedAt), gte(orders.paymentProcessingAt, requestedAt))
  const isTheirs = and(sameEmail(orders.email, email), since)
  const [bought] = await orm.select({ one: sql`1` }).from(orders).where(isTheirs).limit(1)
  return bought === undefined
}

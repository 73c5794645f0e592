import { and, gte, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { cartReminderSetting } from '#app/.server/settings/cart-reminder.ts'
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

/** After how many hours the email goes; null where none is offered: it is off, or the shop cannot send email [REMIND-01]. */
export async function offeredReminderHours(app: AppContext): Promise<number | null> {
  if (app.mail === null || !hasDatabase(app)) return null
  const { enabled, hours } = await cartReminderSetting.current(app)
  return enabled ? hours : null
}

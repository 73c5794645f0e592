import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { lateOn, shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { queueEmails } from '#app/.server/orders/transition.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { disputeDeadlines } from '#app/.server/risk/dispute-deadline.ts'
import { plusDays } from '#app/domain/time/day.ts'

const atOnce = 100
/** An order that has been late for longer was told of, or became late before there were such emails. */
const lookBackDays = 7

/**
 * Emails staff once on the day an order becomes late, and three days and one day before the evidence of a
 * dispute is due. The outbox has each once, however often this runs [DISPUTE-07, TODAY-05].
 */
export async function remindStaff(app: AppContext): Promise<number> {
  const { orm } = app.db
  return (await remindOfLate(orm, app.now())) + (await remindOfDisputes(orm, app.now()))
}

async function remindOfLate(orm: Orm, at: Date): Promise<number> {
  const today = shopDay(at)
  const found = await rows<{ id: string; shipBy: string }>(
    orm,
    sql`select id, to_char(ship_by, 'YYYY-MM-DD') as "shipBy" from orders
      where ${lateOn(today)} and ship_by >= ${plusDays(today, -lookBackDays)}
        and not exists (select from mail_outbox where order_id = orders.id
          and kind = 'order-late-staff' and occasion = to_char(ship_by, 'YYYY-MM-DD'))
      order by ship_by limit ${atOnce}`,
  )
  for (const { id, shipBy } of found) await queueEmails(orm, id, 'late', at, shipBy)
  return found.length
}

async function remindOfDisputes(orm: Orm, at: Date): Promise<number> {
  let told = 0
  for (const { orderId, dueBy } of await disputeDeadlines(orm)) {
    const days = daysUntilDue(dueBy, at)
    if (days === null) continue
    const occasion = `${days} before ${dueBy.toISOString()}`
    if (await queueEmails(orm, orderId, 'dispute due', at, occasion)) told += 1
  }
  return told
}

const dayMs = 86_400_000
/** In days before a deadline, when it is told again. */
const reminders = [1, 3] as const

/** Which reminder applies now: the last one that has begun; null where none has, or it is over. */
function daysUntilDue(dueBy: Date, at: Date): (typeof reminders)[number] | null {
  const left = dueBy.getTime() - at.getTime()
  if (left <= 0) return null
  return reminders.find((days) => left <= days * dayMs) ?? null
}

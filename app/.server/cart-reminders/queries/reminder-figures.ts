import { sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { figuresOfDays } from '#app/domain/cart-reminders/reminder.ts'
import { dayMs } from '#app/domain/time/local-time.ts'

export type ReminderFigures = { sent: number; returned: number; bought: number; salesCents: number }

/** What the emails of the last days brought; null where none was sent [REMIND-07]. */
export async function reminderFigures(
  orm: Orm,
  { now, livemode }: { now: Date; livemode: boolean },
): Promise<ReminderFigures | null> {
  const since = new Date(now.getTime() - figuresOfDays * dayMs).toISOString()
  const [figures] = await rows<ReminderFigures>(
    orm,
    sql`select count(*)::int as sent, count(returned_at)::int as returned,
        count(bought.paid_at)::int as bought,
        coalesce(sum(bought.total_cents - bought.shipping_cents) filter (where bought.paid_at is not null), 0)::float8 as "salesCents"
      from cart_reminders
      join orders on orders.id = order_id and orders.livemode = ${livemode}
      left join orders bought on bought.id = next_order_id
      where sent_at >= ${since}::timestamptz`,
  )
  return figures && figures.sent > 0 ? figures : null
}

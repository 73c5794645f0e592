import { sql } from 'drizzle-orm'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { toDo } from './orders-to-do.ts'

/** An order of which a piece weighs less than sold, and whose refund a person decides. */
export type WeightToDecide = { id: string; number: string }

/** The rest shows once these are decided. */
const shownAtMost = 20

/** Orders to ship whose missing gold waits for an owner or a manager, the longest first [TODAY-10]. */
export function weightsToDecide(orm: Orm, livemode: boolean): Promise<WeightToDecide[]> {
  return rows<WeightToDecide>(
    orm,
    sql`select orders.id, number from orders join weighed_items on order_id = orders.id
        where ${toDo} and livemode = ${livemode} and (problem is not null or waits = 'approval')
        group by orders.id, number
        order by min(weighed_at), orders.id collate "C" limit ${shownAtMost}`,
  )
}

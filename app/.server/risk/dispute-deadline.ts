import { sql } from 'drizzle-orm'
import { type Orm, rows } from '../platform/db/database.ts'

type Deadline = { orderId: string; dueBy: Date }

/**
 * Until when the evidence of open disputes must be with the payment provider, as it said last; without
 * those that were answered. Of several disputes of one order the first counts.
 */
export async function disputeDeadlines(orm: Orm, orderId?: string): Promise<Deadline[]> {
  const found = await rows<{ orderId: string; dueBy: number }>(
    orm,
    sql`select order_id as "orderId", min(due)::float8 as "dueBy"
      from (select distinct on (order_id, object_id) order_id,
          payload #>> '{object,status}' as status,
          (payload #>> '{object,evidence_details,due_by}')::bigint as due
        from payment_events join orders on orders.id = order_id
        where orders.dispute = 'open' and ${orderId === undefined ? sql`true` : sql`orders.id = ${orderId}`}
          and type in ('dispute open', 'inquiry open', 'dispute updated')
        order by order_id, object_id, occurred_at desc, received_at desc) told
      where due is not null and status in ('needs_response', 'warning_needs_response')
      group by order_id`,
  )
  return found.map(({ orderId: id, dueBy }) => ({ orderId: id, dueBy: new Date(dueBy * 1000) }))
}

export async function disputeDueBy(orm: Orm, orderId: string): Promise<Date | null> {
  return (await disputeDeadlines(orm, orderId))[0]?.dueBy ?? null
}

import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'

export type OrderOwedRefund = {
  id: string
  number: string
  isTest: boolean
  owed: Cents
  why: string
}

/** Limit. Usually there are few; if not, the first ones show what is wrong. */
const shownAtMost = 100

/**
 * Orders of which the ledger says that money is owed to the buyer, the largest sum first: without what a bank took
 * in a dispute, and what staff decided not to refund [UNATTACHED-08].
 */
export async function ordersOwedRefund(app: AppContext): Promise<OrderOwedRefund[]> {
  const found = await withDatabase(app, ({ orm }) =>
    rows<Omit<OrderOwedRefund, 'owed'> & { owed: number }>(
      orm,
      sql`select orders.id, number, not livemode as "isTest",
          least(owed - not_refunded_cents, refundable)::float8 as owed,
          coalesce(hold_reason, case when state in ('cancelled', 'expired')
            then 'The order ended. What was received for it is owed to the buyer.'
            else 'The buyer overpaid.' end) as why
        from (select order_id, -sum(receivable) as owed,
            -coalesce(sum(receivable) filter (
              where kind in ('payment', 'attached', 'payment returned')), 0)
              + coalesce(sum(payments) filter (where kind in ('refund', 'refund failed')), 0)
              - sum(disputed) - sum(losses) as refundable
          from ledger_entries
          where order_id is not null group by order_id having sum(receivable) < 0) due
        join orders on orders.id = due.order_id
        -- A deposit, and a part of a wire, are owed to nobody while their order waits for the rest.
        where owed > not_refunded_cents and refundable > 0 and not (state = 'pending' and (origin = 'staff' or pay_by = 'wire' and hold_reason is null))
        order by 4 desc, number limit ${shownAtMost}`,
    ),
  )
  return found.map((order) => ({ ...order, owed: cents(order.owed) }))
}

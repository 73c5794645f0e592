import { asc, sql } from 'drizzle-orm'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'

/** Orders with this email address, or with a payment by it; however it is capitalized. */
export function ordersOfBuyer(orm: Orm, email: string) {
  const isBuyer = sameEmail(sql`email`, email)
  return orm
    .select()
    .from(orders)
    .where(
      // Each half by its own index; joined by "or" they would be looked for in all orders.
      sql`${orders.id} in (select id from orders where ${isBuyer}
        union select order_id from payment_events where ${isBuyer})`,
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
}

import { asc, sql } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'

/** Orders with this e-mail address, or with a payment by it; however it is capitalized. */
export function ordersOfBuyer(orm: Orm, email: string) {
  const typed = sql`folded(${email.trim()})`
  return orm
    .select()
    .from(orders)
    .where(
      // Each half by its own index; joined by "or" they would be looked for in all orders.
      sql`${orders.id} in (select id from orders where folded(email) = ${typed}
        union select order_id from payment_events where folded(email) = ${typed})`,
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
}

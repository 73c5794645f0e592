import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderHistory, orders } from '#app/.server/platform/db/schema.ts'

/**
 * Lets pending orders run out that nobody paid in time; answers how many. Orders held for staff
 * stay as they are until staff has looked [ORDER-06]. An order with a page at a card provider runs
 * out by that provider's word alone (settle-order.ts), since it may just be being paid there. Safe
 * in several processes at once: whoever comes second finds the row moved.
 */
export async function expireOrders(app: AppContext): Promise<number> {
  const at = app.now()
  return app.db.orm.transaction(async (tx) => {
    const expired = await tx
      .update(orders)
      .set({ state: 'expired', updatedAt: at })
      .where(
        and(
          eq(orders.state, 'pending'),
          lte(orders.expiresAt, at),
          isNull(orders.holdReason),
          or(eq(orders.paymentProvider, 'test'), isNull(orders.paymentSession)),
        ),
      )
      .returning({ id: orders.id })
    if (expired.length > 0) {
      await tx.insert(orderHistory).values(
        expired.map(({ id }) => ({
          orderId: id,
          fromState: 'pending',
          toState: 'expired',
          at,
          by: 'the clock',
          why: 'It was not paid in time.',
        })),
      )
    }
    return expired.length
  })
}

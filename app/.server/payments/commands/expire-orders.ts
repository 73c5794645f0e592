import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { forgetClients } from '#app/.server/inventory/open-order-limits.ts'
import { lockPiecesOf } from '#app/.server/inventory/reservations.ts'
import { orderChanger } from '#app/.server/orders/change-order.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { byTheClock, expireOrder } from '../expire-order.ts'

const hasNoMoney = sql`not exists (select from ledger_entries where order_id = orders.id)`

/**
 * Expires pending orders that nobody paid in time; answers how many. Orders on hold stay as they are
 * until staff have looked [ORDER-06]. An order with a session at a card provider expires by that
 * provider's word alone (jobs/reconcile-payments.ts), since it may just be being paid there. Safe in several
 * processes at once: the second finds the row changed.
 */
export async function expireOrders(app: AppContext): Promise<number> {
  const at = app.now()
  await forgetClients(app.db.orm, at)
  return app.db.orm.transaction(async (tx) => {
    const overdue = await tx
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.state, 'pending'),
          lte(orders.expiresAt, at),
          isNull(orders.holdReason),
          or(eq(orders.paymentProvider, 'test'), isNull(orders.paymentSession)),
          // Money came for a draft order: staff decide what happens to it.
          or(eq(orders.origin, 'web'), hasNoMoney),
        ),
      )
      .orderBy(orders.id)
      .for('update')
    await lockPiecesOf(
      tx,
      overdue.map(({ id }) => id),
    )
    for (const order of overdue) await expireOrder(orderChanger(tx, app, order, byTheClock))
    return overdue.length
  })
}

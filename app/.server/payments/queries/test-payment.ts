import { and, eq } from 'drizzle-orm'
import type { OrderSlip } from '#app/domain/orders/order-summary.ts'
import { orUnavailable } from '#app/.server/platform/db/database-unavailable.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { isToken } from '#app/.server/orders/queries/order-page.ts'
import { orderSlip } from '#app/.server/orders/queries/order-summary.ts'

export type TestPaymentPage = {
  slip: OrderSlip
  orderToken: string
  /** Whether it can still be paid. */
  open: boolean
}

/** Null for an unknown session, and wherever test payments are not what this shop takes [ORDER-09]. */
export async function testPaymentPage(
  shop: Shop,
  session: string,
): Promise<TestPaymentPage | null> {
  const order = await testOrder(shop, session)
  if (!order) return null
  return {
    slip: await orUnavailable(shop, (db) => orderSlip(db, order)),
    orderToken: order.token,
    open: order.state === 'pending' && shop.now() < order.expiresAt,
  }
}

/** The order a test payment page was opened for. */
export async function testOrder(
  shop: Shop,
  session: string,
): Promise<typeof orders.$inferSelect | null> {
  if (shop.payments?.provider !== 'test' || !isToken(session)) return null
  const [order] = await orUnavailable(shop, ({ orm }) =>
    orm
      .select()
      .from(orders)
      .where(and(eq(orders.paymentSession, session), eq(orders.paymentProvider, 'test'))),
  )
  return order ?? null
}

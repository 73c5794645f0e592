import type { AppContext } from '#app/.server/app-context.ts'
import { orderSummary } from '#app/.server/orders/queries/order-summary.ts'
import { findOrder, isToken } from '#app/.server/orders/repository.ts'
import type { OrderRow } from '#app/.server/orders/transition.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'

export type TestPaymentPage = {
  summary: OrderSummary
  orderToken: string
  /** Whether it can still be paid. */
  open: boolean
}

/** Null for an unknown session, and wherever test payments are not what this shop takes [ORDER-09]. */
export async function testPaymentPage(
  app: AppContext,
  session: string,
): Promise<TestPaymentPage | null> {
  const order = await testOrder(app, session)
  if (!order) return null
  return {
    summary: await withDatabase(app, (db) => orderSummary(db, order)),
    orderToken: order.token,
    open: order.state === 'pending' && app.now() < order.expiresAt,
  }
}

/** The order a test payment page was opened for. */
export async function testOrder(app: AppContext, session: string): Promise<OrderRow | null> {
  if (app.payments?.provider !== 'test' || !isToken(session)) return null
  const order = await withDatabase(app, ({ orm }) => findOrder(orm, 'paymentSession', session))
  return order?.paymentProvider === 'test' ? order : null
}

import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { stillNeeded } from '../still-needed.ts'
import { ordersOfBuyer } from './orders-of-buyer.ts'
import { paymentStillNeeded, paymentsOfBuyer } from './payments-of-buyer.ts'
import { nameOfTradeIn, tradeInStillNeeded, tradeInsOfBuyer } from './trade-ins-of-buyer.ts'

/** The buyer that an order names, and what an erasure would do; null if nothing names one now. */
export async function buyerOfOrder(app: AppContext, orderId: string) {
  return withDatabase(app, async ({ orm }) => {
    const email = await emailOfOrder(orm, orderId)
    if (email === null) return null
    const found = await ordersOfBuyer(orm, email)
    const judged: { number: string; why: string | null }[] = []
    for (const order of found) {
      judged.push({ number: order.number, why: await stillNeeded(orm, order, app.now()) })
    }
    for (const payment of await paymentsOfBuyer(orm, email)) {
      judged.push({ number: payment.name, why: await paymentStillNeeded(orm, payment) })
    }
    for (const tradeIn of await tradeInsOfBuyer(orm, email)) {
      judged.push({ number: nameOfTradeIn(tradeIn), why: tradeInStillNeeded(tradeIn) })
    }
    return {
      email,
      erasable: judged.filter(({ why }) => why === null).map(({ number }) => number),
      left: judged.flatMap(({ number, why }) => (why === null ? [] : { number, why })),
    }
  })
}

/**
 * Numbers of all orders and trade-ins of the buyer, and payments without an order by their references:
 * those that can be erased, and those that still need them.
 */
export type BuyerOfOrder = NonNullable<Awaited<ReturnType<typeof buyerOfOrder>>>

/** The order's own address, or else that of its latest payment: one that was declined is kept a while. */
export async function emailOfOrder(orm: Orm, orderId: string): Promise<string | null> {
  const [order] = await orm
    .select({ email: orders.email })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (order?.email) return order.email
  const [event] = await orm
    .select({ email: paymentEvents.email })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.orderId, orderId), isNotNull(paymentEvents.email)))
    .orderBy(desc(paymentEvents.receivedAt))
    .limit(1)
  return event?.email ?? null
}

import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { payableOrder } from '#app/.server/orders/repository.ts'
import type { PayableOrder } from '#app/.server/payments/gateway/payment-gateway.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { OrderShipping } from '#app/domain/shipping/shipping-method.ts'
import { checkout } from './selling-shop.ts'
import { small } from './stripe-shop.ts'

export const express: OrderShipping = { method: 'express', country: 'US', rate: cents(45_00) }
export const toGermany: OrderShipping = {
  ...{ method: 'international', country: 'DE', rate: cents(95_00) },
}
export const pickup: OrderShipping = { method: 'pickup', country: 'US', rate: cents(0) }

/**
 * An order that is sent in this way, at its payment page. It gets its rate just before the page is opened, whatever
 * the shop offers.
 */
export async function placedWith(
  app: AppContext,
  { method, country, rate }: OrderShipping,
  { lines = [small], code = '' }: { lines?: (typeof small)[]; code?: string } = {},
) {
  const { db, payments } = app
  if (!payments) throw new Error('the shop takes no payments')
  const openSession = async ({ id }: PayableOrder) => {
    await db.orm
      .update(orders)
      .set({
        ...{ shippingMethod: method, shippingCountry: country, shippingCents: rate },
        totalCents: sql`${orders.totalCents} + ${rate}`,
      })
      .where(eq(orders.id, id))
    return payments.openSession(await payableOrder(db, id))
  }
  const answer = await quoteCart(app, lines, code === '' ? undefined : { code })
  const { url } = await placeOrder(
    { ...app, payments: { ...payments, openSession } },
    checkout(answer),
  )
  const [order] = await db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
  if (!order?.paymentSession) throw new Error(`no order was placed, but ${url}`)
  return { ...order, session: order.paymentSession }
}

import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { signQuote, verifyQuote } from '#app/.server/checkout/quote-token.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { OrderShipping } from '#app/domain/shipping/shipping-method.ts'
import { small } from './stripe-shop.ts'

export const express: OrderShipping = { method: 'express', country: 'US', rate: cents(45_00) }
export const toGermany: OrderShipping = {
  ...{ method: 'international', country: 'DE', rate: cents(95_00) },
}
export const pickup: OrderShipping = { method: 'pickup', country: 'US', rate: cents(0) }

/** An order whose buyer chose how it is sent, at its payment page. */
export async function placedWith(
  app: AppContext,
  shipping: OrderShipping,
  { lines = [small], code = '' }: { lines?: (typeof small)[]; code?: string } = {},
) {
  const answer = await quoteCart(app, lines, code === '' ? undefined : { code })
  const quote = verifyQuote(app.secret, answer.quote)
  if (!quote) throw new Error('the quote was not signed')
  const total = cents(quote.total + shipping.rate)
  const token = signQuote(app.secret, { ...quote, total, shipping })
  const { url } = await placeOrder(app, { quote: token, amount: total / 100 })
  const [order] = await app.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
  if (!order?.paymentSession) throw new Error(`no order was placed, but ${url}`)
  return { ...order, session: order.paymentSession }
}

import { asc, eq } from 'drizzle-orm'
import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { onTestFinished } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { readConfig } from '#app/.server/config.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import { choosePayments } from '#app/.server/payments/gateway/choose-payments.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { orderHistory, orders, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import * as webhook from '#app/routes/api/stripe-webhook.ts'
import { checkout, sellingShop } from './selling-shop.ts'
import { openStripeServer, type StripeServer } from './stripe-server.ts'
import type { StripeEvent } from './stripe-state.ts'

export const small = { productId: '7', size: 'Small', quantity: 1 }

/** A shop that takes cards at a stand-in of Stripe, closed after the test; both go by the one clock. */
export async function stripeShop(db: Database) {
  let app: AppContext | null = null
  const stripe = await openStripeServer(() => app?.now() ?? new Date())
  onTestFinished(() => stripe.close())
  const config = readConfig({ GOLD_SOURCES: 'none', ...stripe.settings() })
  const payments = await choosePayments({ config, publicUrl: 'http://localhost:3000' })
  const selling = await sellingShop(db, { config, payments })
  app = selling.shop
  return { ...selling, stripe, tell: (event: unknown) => tell(selling.shop, stripe.signed(event)) }
}

/** Posts a webhook to its route and answers the status. */
export async function tell(
  app: AppContext,
  { body, header }: { body: string; header: string | null },
): Promise<number> {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const request = new Request('http://localhost:3000/api/stripe/webhook', {
    method: 'POST',
    body,
    ...(header === null ? {} : { headers: { 'Stripe-Signature': header } }),
  })
  const args = { request, context, params: {} } as unknown as ActionFunctionArgs
  return (await webhook.action(args)).status
}

export async function placed(
  app: AppContext,
  lines = [small],
  replaces: string | null = null,
  buyNow = false,
) {
  const answer = await quoteCart(app, lines)
  const { url } = await placeOrder(app, { ...checkout(answer), replaces, buyNow })
  const [order] = (await app.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))) ?? []
  if (!order?.paymentSession) throw new Error(`no order was placed, but ${url}`)
  return { ...order, session: order.paymentSession, answer }
}

/** What Stripe reports of a charge after it was made. */
export function chargeEvents(
  stripe: StripeServer,
  paid: StripeEvent,
  more: Partial<StripeEvent> = {},
) {
  const { payment_intent, amount_total, metadata } = paid.data.object
  const charge = { id: 'ch_1', object: 'charge', currency: 'usd', payment_intent, metadata }
  const dispute = {
    id: 'dp_1',
    object: 'dispute',
    currency: 'usd',
    payment_intent,
    amount: amount_total,
  }
  return {
    refund: (amount_refunded: number) =>
      stripe.event('charge.refunded', { ...charge, amount_refunded }, more),
    disputed: () =>
      stripe.event('charge.dispute.created', { ...dispute, status: 'needs_response' }, more),
    settled: (status: 'won' | 'lost') =>
      stripe.event('charge.dispute.closed', { ...dispute, status }, { created: paid.created + 60 }),
  }
}

/** What is stored of an order by now. */
export async function stored(app: AppContext, { id }: { id: string }) {
  const orm = app.db.orm
  if (!orm) throw new Error('no database')
  const [order] = await orm.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error(`no order ${id}`)
  const history = await orm
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, id))
    .orderBy(asc(orderHistory.id))
  const events = await orm.select().from(paymentEvents).where(eq(paymentEvents.orderId, id))
  return { ...order, history, events, balance: await balanceOfOrder(orm, id) }
}

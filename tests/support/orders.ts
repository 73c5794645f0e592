import { and, asc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import type {
  CheckoutSessionEvent,
  RefundOrDisputeEvent,
} from '#app/.server/payments/gateway/payment-event.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { orderHistory, orders } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { QuoteRequestLine } from '#app/domain/quote/quote.ts'
import { checkout } from './selling-shop.ts'

const small: QuoteRequestLine = { productId: '7', size: 'Small', quantity: 1 }

export const buyerAddress = {
  name: 'Ada Buyer',
  line1: '1000 Example Street',
  line2: '',
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
}

export type PlacedOrder = typeof orders.$inferSelect

/** An order as a shopper leaves it who was sent to pay. */
export async function pendingOrder(app: AppContext, lines = [small]): Promise<PlacedOrder> {
  const { url } = await placeOrder(app, checkout(await quoteCart(app, lines)))
  const [order] = (await app.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))) ?? []
  if (!order) throw new Error('no order was placed')
  return order
}

/** What its provider reports; change what the test is about. */
export function payment(
  order: PlacedOrder,
  more: Partial<CheckoutSessionEvent> = {},
): CheckoutSessionEvent {
  return {
    id: `paid-${order.id}`,
    provider: order.paymentProvider,
    livemode: order.livemode,
    type: 'paid',
    about: { session: order.paymentSession ?? '' },
    amount: cents(order.totalCents),
    currency: 'usd',
    email: 'ada@example.com',
    address: buyerAddress,
    reference: `pay-${order.id}`,
    payload: { from: 'a test' },
    ...more,
  }
}

/** Money that came for no order of this shop. */
export async function strayPayment(
  app: AppContext,
  order: PlacedOrder,
  more: Partial<CheckoutSessionEvent> = {},
): Promise<CheckoutSessionEvent> {
  const id = more.id ?? `stray-${order.id}`
  const stray = payment(order, { id, about: { session: id }, reference: `pi-${id}`, ...more })
  await applyPaymentEvent(app, stray)
  return stray
}

export async function paidOrder(app: AppContext, lines = [small]): Promise<PlacedOrder> {
  const order = await pendingOrder(app, lines)
  await applyPaymentEvent(app, payment(order))
  return (await storedOrder(app, order.id)).order
}

/** What the bank says of the payment of a paid order. */
export const riskEvent = (
  order: PlacedOrder,
  type: RefundOrDisputeEvent['type'],
  occurredAt: Date,
): RefundOrDisputeEvent => ({
  id: `${type} ${order.id}`,
  provider: order.paymentProvider,
  livemode: order.livemode,
  type,
  about: { orderId: order.id, payment: order.paymentReference ?? '' },
  amount: cents(order.totalCents),
  currency: 'usd',
  reference: order.paymentReference ?? '',
  object: `object of ${order.id}`,
  email: null,
  address: null,
  occurredAt,
  payload: {},
})

/** All of it was refunded by the payment provider. */
export async function refundWhole(app: AppContext, order: PlacedOrder): Promise<void> {
  await applyPaymentEvent(app, {
    ...payment(order, { id: `refund-${order.id}` }),
    ...{ type: 'refunded', reference: `pay-${order.id}`, occurredAt: app.now() },
  })
}

/** What becomes of a payment at the buyer's bank: of the one of the order, unless the test is about another. */
export async function dispute(
  app: AppContext,
  order: PlacedOrder,
  type: RefundOrDisputeEvent['type'],
  reference = order.paymentReference ?? '',
  object = 'dp_1',
): Promise<void> {
  await applyPaymentEvent(app, {
    id: `${type} ${reference} ${app.now().getTime()}`,
    provider: order.paymentProvider,
    livemode: order.livemode,
    type,
    about: { orderId: order.id, payment: reference },
    amount: cents(order.totalCents),
    currency: 'usd',
    reference,
    object,
    email: null,
    address: null,
    occurredAt: app.now(),
    payload: {},
  })
}

/** Paid one cent too little: held for staff, and still to be paid. */
export async function heldOrder(app: AppContext): Promise<PlacedOrder> {
  const order = await pendingOrder(app)
  await applyPaymentEvent(app, payment(order, { amount: cents(order.totalCents - 1) }))
  return (await storedOrder(app, order.id)).order
}

/** What staff hand in with an action: the order at the revision they see now. */
export async function seenByStaff(app: AppContext, { id }: { id: string }, by = 'ann@example.com') {
  const { revision } = (await storedOrder(app, id)).order
  return { id, by, revision, sanctions: 'yes' as const }
}

/** All that is stored of an order, and what staff did. */
export async function storedOrder(app: AppContext, id: string) {
  const { orm } = app.db
  const [order] = await orm.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error(`there is no order ${id}`)
  const history = await orm
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, id))
    .orderBy(asc(orderHistory.id))
  const events = await orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetType, 'order'), eq(auditLog.targetId, order.id)))
    .orderBy(asc(auditLog.id))
  return { order, history, events, balance: await balanceOfOrder(orm, id) }
}

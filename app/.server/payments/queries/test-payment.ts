import type { AppContext } from '#app/.server/app-context.ts'
import { orderSummary } from '#app/.server/orders/queries/order-summary.ts'
import { wireOf } from '#app/.server/orders/queries/wire.ts'
import { findOrder, isToken, shippingOf } from '#app/.server/orders/repository.ts'
import {
  findPaymentRequestLink,
  type PaymentRequestRow,
} from '#app/.server/payments/payment-request-token.ts'
import { trialTaxesOf } from '#app/.server/payments/queries/trial-tax.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { testBuyer } from '#app/contracts/payments/test-payment.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import { partsOf, sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { stateOfLink } from '../state-of-link.ts'

/**
 * With the tax of a buyer in this state. Null for an unknown session, and wherever test payments are not what this shop takes [ORDER-09].
 */
export async function testPaymentPage(
  app: AppContext,
  session: string,
  state: string = testBuyer.state,
) {
  const order = await testOrder(app, session)
  if (!order) return null
  const link = await openLinkOf(app, order, session)
  const open =
    order.origin === 'staff' || order.paymentSession !== session
      ? link !== null
      : order.state === 'pending' && app.now() < order.expiresAt
  // Who paid here may be the reader of a link that was replaced since [PRIVACY-10].
  if (!open && order.linkVersion > 0) return null
  return {
    summary: await withDatabase(app, (db) => summaryFor(db, order, state)),
    orderToken: order.token,
    payBy: order.payBy,
    shipping: shippingOf(order),
    email: order.codeEmail,
    wire: await withDatabase(app, ({ orm }) => wireOf(orm, order)),
    /** What a payment link asks for; null where the order is paid whole. */
    part: link && (link.kind === 'change' || !order.withTax) ? cents(link.amountCents) : null,
    open,
  }
}

async function summaryFor(db: Database, order: OrderRow, state: string): Promise<OrderSummary> {
  const summary = await orderSummary(db, order)
  const isOpen = order.state === 'pending' && order.pageTaxCents === null
  const taxes = isOpen ? await trialTaxesOf(db.orm, order, state) : null
  if (!taxes) return summary
  const amount = sumOfTaxes(taxes)
  const tax = { amount, state, isTrial: true, parts: partsOf(taxes) }
  return { ...summary, tax, taxToCome: false }
}

/** The payment link that a page was opened for, while it can be paid; null for the page of an order of the web. */
export async function openLinkOf(
  app: AppContext,
  order: OrderRow,
  session: string,
): Promise<PaymentRequestRow | null> {
  if (order.origin !== 'staff' && order.paymentSession === session) return null
  return withDatabase(app, async ({ orm }) => {
    const link = await findPaymentRequestLink(orm, 'session', session)
    if (!link || (await stateOfLink(orm, app, link, order)) !== 'open') return null
    return link
  })
}

/** Whether what is paid there ships to another country, whose addresses have another form. */
export async function isTestAbroad(app: AppContext, session: string): Promise<boolean> {
  return (await testOrder(app, session))?.shippingMethod === 'international'
}

/** The order a test payment page was opened for. */
export async function testOrder(app: AppContext, session: string): Promise<OrderRow | null> {
  if (app.payments?.provider !== 'test' || !isToken(session)) return null
  const order = await withDatabase(app, async ({ orm }) => {
    const found = await findOrder(orm, 'paymentSession', session)
    if (found) return found
    const link = await findPaymentRequestLink(orm, 'session', session)
    return link?.kind === 'change' ? findOrder(orm, 'id', link.orderId) : null
  })
  return order?.paymentProvider === 'test' ? order : null
}

import type { AppContext } from '#app/.server/app-context.ts'
import {
  keepReminder,
  noteReturnedOrder,
} from '#app/.server/cart-reminders/commands/keep-reminder.ts'
import { withCodeOf } from '#app/.server/discounts/queries/code-of-quote.ts'
import { isCalledBack } from '#app/.server/gold-price/void-quotes.ts'
import { clientHash } from '#app/.server/inventory/open-order-limits.ts'
import {
  changeGiftNote,
  findOrder,
  linesOfOrder,
  payableOrder,
  storeCheckoutSession,
} from '#app/.server/orders/repository.ts'
import { cancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { paymentError } from '#app/.server/payments/commands/close-checkout-session.ts'
import { openPaymentPage } from '#app/.server/payments/commands/open-payment-page.ts'
import {
  type PaymentGateway,
  SessionTooLate,
} from '#app/.server/payments/gateway/payment-gateway.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { whileUnavailable, withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { sellingStopped, storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import { shippingMethodsSetting } from '#app/.server/settings/shipping-methods.ts'
import {
  type AskAgainReason,
  hasItemsOf,
  isBought,
  notPayableReason,
  retryReasons,
  whyQuoteIsOver,
  whyReplaced,
} from '#app/domain/checkout/checkout-plan.ts'
import { dueOf, type Quote, withShipping } from '#app/domain/quote/quote.ts'
import { hasSameItems, toRequestLines } from '#app/domain/quote/same-items.ts'
import { type OrderShipping, standardShipping } from '#app/domain/shipping/shipping-method.ts'
import { type CheckoutRequest, checkCheckoutRequest } from '../checkout-request.ts'
import { createOrder, type NewOrder } from '../create-order.ts'
import { offeredOrRefused, priceToday, quoteCart } from './quote-cart.ts'

const unavailable =
  'The shop can’t take orders right now. Nothing was charged. Please try again in a few minutes.'

/**
 * Turns a quote into an order and answers where to pay it [PAY-07, PAY-15, D4]. The order is
 * stored before the shopper leaves [ORDER-01]; the checkout session is created after that, outside
 * the transaction, since a third party may be slow. The same quote gives the same order, however often and
 * however fast it is posted. `replaces` names the quote this browser went to pay before: that order
 * is closed, so that one cart is not paid twice; where it was paid, the answer leads to it.
 * `buyNow`: bought from the page of a piece, and not from the cart.
 */
export function placeOrder(app: AppContext, request: CheckoutRequest): Promise<{ url: string }> {
  return whileUnavailable(unavailable, place(app, request))
}

async function place(app: AppContext, request: CheckoutRequest): Promise<{ url: string }> {
  const { quote, id: quoteId, payBy, giftNote, remindMe } = checkCheckoutRequest(app, request)
  const payments = openPayments(app)
  const { provider, live } = payments
  const refused = payments.refuses(dueOf(quote, payBy), quote.lines.length)
  if (refused) throw new AppError('payment_refused', 422, refused)
  await assertSelling(app)

  // An earlier order of the same cart is closed first; of a quote that is over, its own.
  const isVoid = await withDatabase(app, ({ orm }) => isCalledBack(orm, quote))
  const over = whyQuoteIsOver(quote, { isVoid, now: app.now() })
  const earlier = over ? quoteId : request.replaces
  if (earlier && (over || earlier !== quoteId)) {
    const bought = await replaceOrder(app, earlier, {
      quote,
      isOver: over !== null,
      byCart: !request.buyNow,
    })
    if (bought) return { url: `${app.publicUrl}/order/${bought}` }
  }
  if (over) throw await retryMessage(app, quote, over)

  const placed = await withDatabase(app, ({ orm }) => findOrder(orm, 'quoteId', quoteId))
  const order =
    placed ??
    (await placeNew(app, quote, {
      quoteId,
      paymentProvider: provider,
      livemode: live,
      buyNow: request.buyNow ?? false,
      clientHash: clientHash(app.secret, request.network ?? null),
      payBy,
      giftNote,
    }))
  const why = notPayableReason(order, { provider, live, payBy, now: app.now() })
  if (why) throw await retryMessage(app, quote, why)
  // The order was changed after this quote was first posted.
  if (order.giftNote !== giftNote) {
    await withDatabase(app, (db) => changeGiftNote(db, order.id, giftNote))
  }
  if (remindMe !== null || placed || earlier) {
    const { mayRemind = async () => true } = request
    const asked = { replaces: earlier ?? null, email: remindMe, mayRemind }
    await keepReminder(app, { orderId: order.id, ...asked })
  }
  if (request.reminder) await noteReturnedOrder(app, { id: request.reminder, orderId: order.id })
  return { url: order.paymentUrl ?? (await openCheckoutSession(app, payments, order.id, quote)) }
}

/** Catalog-only mode takes no money, since it has no database to write an order to. */
function openPayments({ payments }: AppContext): PaymentGateway {
  if (payments) return payments
  throw new AppError(
    'shop_unavailable',
    503,
    'This shop isn’t taking orders right now. Nothing was charged, and your cart is saved.',
  )
}

async function assertSelling(app: AppContext): Promise<void> {
  const stop = await withDatabase(app, ({ orm }) => storedSellingStop(orm))
  if (stop) throw sellingStopped(stop)
}

/**
 * Cancels the order of an earlier quote for a newer one of the same cart: its checkout session is
 * closed first, so that two tabs cannot both be paid. Where it was paid already, or its payment is
 * on its way, and it has the same items, the token of that order is answered: the shopper is
 * shown it instead of being charged again. Only a holder of the earlier quote knows its id, a
 * signature.
 */
async function replaceOrder(
  app: AppContext,
  earlierQuoteId: string,
  { quote, isOver, byCart }: { quote: Quote; isOver: boolean; byCart: boolean },
): Promise<string | null> {
  const find = () => withDatabase(app, ({ orm }) => findOrder(orm, 'quoteId', earlierQuoteId))
  const earlier = await find()
  const { payments } = app
  if (!earlier || earlier.paymentProvider !== payments?.provider) return null
  // Stripe's test mode and its live mode know nothing of each other's pages.
  if (earlier.livemode !== payments.live) return null
  const lines = await withDatabase(app, ({ orm }) => linesOfOrder(orm, earlier.id))
  const hasSameItems = hasItemsOf(quote, lines)
  if (earlier.state === 'pending' && !earlier.holdReason) {
    const why = whyReplaced(earlier, { isOver, hasSameItems, byCart })
    await cancelOrder(app, earlier.id, { actor: 'shopper', by: 'shopper', why })
  }
  const now = await find()
  return now && isBought(now) && hasSameItems ? now.token : null
}

/**
 * Today's price of the same pieces is taken: the lower of it and the quote is charged [QUOTE-04].
 */
async function placeNew(
  app: AppContext,
  quote: Quote,
  fields: Omit<NewOrder, 'quote' | 'today' | 'now'>,
): Promise<OrderRow> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const { quote: full } = await priceToday(app, toRequestLines(quote), {
      ...{ mustBeFresh: true, chosen: quote.shipping ?? standardShipping },
    })
    if (!hasSameItems(quote, full)) throw await retryMessage(app, quote, 'changed')
    const today = withShipping(await withCodeOf(app, quote, full), await shippingToday(app, quote))
    const order = await withDatabase(app, (db) =>
      createOrder(db, { ...fields, quote, today, now: app.now() }),
    )
    if (order === 'risen' || order === 'code') throw await retryMessage(app, quote, order)
    if (order === 'stopped') await assertSelling(app)
    else if (order !== 'void') return order
    // Today's price was withdrawn at this moment: the quote itself may still hold [QUOTE-04].
    if (await withDatabase(app, ({ orm }) => isCalledBack(orm, quote))) break
  }
  throw await retryMessage(app, quote, 'corrected')
}

/** Of a quote, at today’s rate; refused by 422 where it is no longer offered [SHIPPING-04]. */
async function shippingToday(app: AppContext, { shipping }: Quote): Promise<OrderShipping | null> {
  if (!shipping) return null
  const methods = await withDatabase(app, ({ orm }) => shippingMethodsSetting.stored(orm))
  return offeredOrRefused(shipping, methods)
}

/**
 * A 409 with a fresh quote of the same lines, code and delivery: the cart shows it and asks again. A code that other
 * orders use up, also unpaid ones, is left out of it, with the reason.
 */
async function retryMessage(app: AppContext, quote: Quote, why: AskAgainReason): Promise<AppError> {
  const { code } = quote
  const unpaid = why === 'code'
  const entered = code ? { code: code.name, email: code.email ?? undefined, unpaid } : null
  const fresh = await quoteCart(app, toRequestLines(quote), entered, quote.shipping)
  return new AppError('quote_expired', 409, retryReasons[why], { details: { fresh } })
}

/**
 * Where the provider fails, the order stays pending. Its session may have been created anyway,
 * with only the answer lost; a canceled order could then be paid for nothing. Posting the same
 * quote again asks the provider again for the same order, and an order nobody pays runs out.
 */
async function openCheckoutSession(
  app: AppContext,
  payments: PaymentGateway,
  orderId: string,
  quote: Quote,
): Promise<string> {
  const order = await withDatabase(app, (db) => payableOrder(db, orderId))
  const created = await openPaymentPage(app, payments, order).catch(async (error: unknown) => {
    if (!(error instanceof SessionTooLate)) throw paymentError(error, { order: order.number })
    const facts = { order: order.number, cause: error.cause }
    app.log.error(facts, 'no checkout session can be created for an order; is the clock right?')
    const why = 'No payment page could be opened.'
    await cancelOrder(app, orderId, { actor: 'system', by: 'the shop', why })
    throw await retryMessage(app, quote, 'too late')
  })
  const { url, state, isPriceWithdrawn } = await withDatabase(app, (db) =>
    storeCheckoutSession(db, orderId, created),
  )
  // Closed while the page was being opened, from another tab or by a correction of the price.
  if (state === 'cancelled') {
    await payments.closeSession(created.session).catch((error: unknown) => {
      app.log.error(
        { err: error, order: order.number },
        'the checkout session of a canceled order stays open',
      )
    })
    await assertSelling(app)
    const isVoid = await withDatabase(app, ({ orm }) => isCalledBack(orm, quote))
    throw await retryMessage(app, quote, isVoid || isPriceWithdrawn ? 'corrected' : 'replaced')
  }
  return url
}

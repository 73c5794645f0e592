import type { AppContext } from '#app/.server/app-context.ts'
import { isCalledBack } from '#app/.server/gold-price/void-quotes.ts'
import { clientHash } from '#app/.server/inventory/open-order-limits.ts'
import {
  changeGiftNote,
  createOrder,
  findOrder,
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
import { readableSecrets } from '#app/.server/platform/secret.ts'
import { sellingStopped, storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import { lockHolds } from '#app/domain/checkout/open-orders.ts'
import { type Cents, centsToDecimal } from '#app/domain/money/cents.ts'
import { isPayBy, type PayBy } from '#app/domain/pricing/bank-price.ts'
import { parseAmount } from '#app/domain/quote/amount.ts'
import {
  askedLines,
  dueOf,
  hasSameItems,
  isExpired,
  lowerQuote,
  type Quote,
  quoteId,
} from '#app/domain/quote/quote.ts'
import { acceptedGiftNote } from '../accepted-gift-note.ts'
import { verifyQuote } from '../quote-token.ts'
import { priceToday, quoteCart } from './quote-cart.ts'
import { replaceOrder } from './replace-order.ts'

const unavailable =
  'The shop cannot take orders right now. Nothing was charged. Please try again in a few minutes.'
const corrected = 'The gold price was corrected. Please look at the new total and confirm.'
const movedOn =
  'The gold price has risen, and another order of yours has the earlier one already. Please look at the new total and confirm.'
const replaced =
  'This checkout was closed meanwhile, perhaps by a newer one. Please look at the total and confirm.'

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

type CheckoutRequest = {
  amount?: unknown
  quote?: unknown
  replaces?: string | null
  buyNow?: boolean
  /** Whose orders are counted together [OPEN-01]; null where visitors cannot be told apart. */
  network?: string | null
  /** A way to pay; by card where it is left out. */
  payBy?: string | null
  /** The gift note, percent-encoded as a header carries it. */
  giftNote?: string | null
}

async function place(app: AppContext, request: CheckoutRequest): Promise<{ url: string }> {
  const { quote, id, payBy } = acceptedQuote(app, request)
  const giftNote = acceptedGiftNote(request.giftNote ?? null)
  const payments = openPayments(app)
  const refused = payments.refuses(dueOf(quote, payBy), quote.lines.length)
  if (refused) throw new AppError('payment_refused', 422, refused)
  await refuseWhileStopped(app)
  const voided = await withDatabase(app, ({ orm }) => isCalledBack(orm, quote))
  const isOver = voided || isExpired(quote, app.now())
  const earlier = isOver ? id : request.replaces
  if (earlier && (isOver || earlier !== id)) {
    const paid = await replaceOrder(app, earlier, { quote, isOver })
    if (paid) return { url: `${app.publicUrl}/order/${paid}` }
  }
  if (isOver) {
    throw await askAgain(
      app,
      quote,
      voided
        ? corrected
        : 'The price was held for ten minutes, which are over. Please look at the new total and confirm.',
    )
  }
  const order = await orderFor(app, quote, {
    quoteId: id,
    paymentProvider: payments.provider,
    livemode: payments.live,
    buyNow: request.buyNow ?? false,
    clientHash: clientHash(app.secret, request.network ?? null),
    payBy,
    giftNote,
  })
  // Charged at today's price then, which was withdrawn since; its page is about to be closed.
  if (order.state === 'pending' && order.priceWithdrawnAt !== null) {
    throw await askAgain(app, quote, corrected)
  }
  const payableHere =
    order.state === 'pending' &&
    order.paymentProvider === payments.provider &&
    order.livemode === payments.live &&
    order.payBy === payBy &&
    app.now() < order.expiresAt
  if (!payableHere) {
    throw await askAgain(
      app,
      quote,
      'This total was already used for an order. Please look at the new total and confirm.',
    )
  }
  // Written anew since this quote was posted first.
  if (order.giftNote !== giftNote) {
    await withDatabase(app, (db) => changeGiftNote(db, order.id, giftNote))
  }
  return { url: order.paymentUrl ?? (await openCheckoutSession(app, payments, order.id, quote)) }
}

/** Signed with the secret of now, or with one from before it was rotated. */
function knownQuote(app: AppContext, token: string): Quote | null {
  for (const secret of readableSecrets(app)) {
    const quote = verifyQuote(secret, token)
    if (quote) return quote
  }
  return null
}

/** The quote, if it is one of ours and for this amount: everything a 400 can be about. */
function acceptedQuote(
  app: AppContext,
  { amount, quote: token, payBy = null }: Pick<CheckoutRequest, 'amount' | 'quote' | 'payBy'>,
): { quote: Quote; id: string; payBy: PayBy } {
  if (token === undefined || token === null || token === '') {
    throw new AppError('quote_required', 400, 'A checkout needs the quote its total came from.')
  }
  const quote = typeof token === 'string' ? knownQuote(app, token) : null
  if (typeof token !== 'string' || !quote) {
    throw new AppError('quote_invalid', 400, 'This quote was not given by this shop.')
  }
  if (quote.lines.length === 0) {
    throw new AppError('quote_empty', 400, 'There is nothing in this quote to buy.')
  }
  const dollars = parseAmount(amount)
  if (dollars === null) {
    throw new AppError(
      'invalid_request',
      400,
      'amount: must be a number of dollars above zero with at most two decimals.',
    )
  }
  const chosen = payBy ?? 'card'
  if (!isPayBy(chosen)) {
    throw new AppError('invalid_request', 400, 'Pay-By: must be card, debit or wire.')
  }
  if (chosen !== 'card' && quote.bank === null) {
    throw new AppError('no_bank_price', 400, 'This quote has no price for paying by bank.')
  }
  const due = dueOf(quote, chosen)
  if (dollars !== due) throw amountMismatch(dollars, due)
  return { quote, id: quoteId(token), payBy: chosen }
}

function amountMismatch(amount: Cents, total: Cents): AppError {
  return new AppError('amount_mismatch', 400, 'The amount is not the total of the quote.', {
    facts: { amount: centsToDecimal(amount), total: centsToDecimal(total) },
  })
}

/** A showcase takes no money, since it has no database to write an order to. */
function openPayments({ payments }: AppContext): PaymentGateway {
  if (payments) return payments
  throw new AppError(
    'shop_unavailable',
    503,
    'This shop takes no orders at present. Nothing was charged, and your cart is kept.',
  )
}

/** The order of this quote: the one that was placed, else a new one. */
async function orderFor(
  app: AppContext,
  quote: Quote,
  fields: Pick<
    OrderRow,
    'quoteId' | 'paymentProvider' | 'livemode' | 'buyNow' | 'clientHash' | 'payBy' | 'giftNote'
  >,
): Promise<OrderRow> {
  const placed = await withDatabase(app, ({ orm }) => findOrder(orm, 'quoteId', fields.quoteId))
  if (placed) return placed
  for (let attempt = 0; attempt < 2; attempt++) {
    const today = await quoteOfToday(app, quote)
    const [quoted, now] = [quote.goldPrice.perGram, today.goldPrice.perGram]
    const holdsBeside = (otherOrders: number) => lockHolds({ quoted, today: now, otherOrders })
    const order = await withDatabase(app, (db) =>
      createOrder(db, lowerQuote(quote, today, fields.payBy), {
        ...fields,
        now: app.now(),
        holdsBeside,
      }),
    )
    if (order === 'moved') throw await askAgain(app, quote, movedOn)
    if (order === 'stopped') await refuseWhileStopped(app)
    else if (order) return order
    // Today's price was withdrawn in this very moment: the quote itself may still hold [QUOTE-04].
    if (await withDatabase(app, ({ orm }) => isCalledBack(orm, quote))) break
  }
  throw await askAgain(app, quote, corrected)
}

async function refuseWhileStopped(app: AppContext): Promise<void> {
  const stop = await withDatabase(app, ({ orm }) => storedSellingStop(orm))
  if (stop) throw sellingStopped(stop)
}

/** Today's price of the very same pieces: the lower of it and the quote is charged [QUOTE-04]. */
async function quoteOfToday(app: AppContext, quote: Quote): Promise<Quote> {
  const { quote: today } = await priceToday(app, askedLines(quote), { mustBeFresh: true })
  if (!hasSameItems(quote, today)) {
    throw await askAgain(
      app,
      quote,
      'A piece in your cart has changed or is no longer sold. Please look at the new total and confirm.',
    )
  }
  return today
}

/** A 409 with a fresh quote of the same lines: the cart shows it and asks again. */
async function askAgain(app: AppContext, quote: Quote, toReader: string): Promise<AppError> {
  const fresh = await quoteCart(app, askedLines(quote))
  return new AppError('quote_expired', 409, toReader, { details: { fresh } })
}

/**
 * Where the provider fails, the order stays pending. Its session may have been created all the same,
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
    throw await askAgain(
      app,
      quote,
      'The payment page could not be opened in time. Please look at the total and confirm again.',
    )
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
    await refuseWhileStopped(app)
    const isVoid = await withDatabase(app, ({ orm }) => isCalledBack(orm, quote))
    throw await askAgain(app, quote, isVoid || isPriceWithdrawn ? corrected : replaced)
  }
  return url
}

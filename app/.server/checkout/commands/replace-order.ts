import type { AppContext } from '#app/.server/app-context.ts'
import { findOrder, linesOfOrder } from '#app/.server/orders/repository.ts'
import { cancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import type { Quote, QuoteLine } from '#app/domain/quote/quote.ts'

/**
 * Cancels the order of an earlier quote for a newer one of the same cart: its checkout session is
 * closed first, so that two tabs cannot both be paid. Where it was paid already, or its payment is
 * on its way, and it has the very same items, the token of that order is answered: the shopper is
 * shown it instead of being charged again. Only whoever has the earlier quote knows its id, a
 * signature.
 */
export async function replaceOrder(
  app: AppContext,
  earlierQuoteId: string,
  { quote, isOver }: { quote: Pick<Quote, 'lines'>; isOver: boolean },
): Promise<string | null> {
  const earlier = await withDatabase(app, ({ orm }) => findOrder(orm, 'quoteId', earlierQuoteId))
  const { payments } = app
  if (!earlier || earlier.paymentProvider !== payments?.provider) return null
  // Stripe's test mode and its live mode know nothing of each other's pages.
  if (earlier.livemode !== payments.live) return null
  if (earlier.state === 'pending' && !earlier.holdReason) {
    await cancelOrder(app, earlier.id, {
      actor: 'shopper',
      by: 'shopper',
      why: isOver
        ? 'Its price was no longer held when checkout was pressed again.'
        : await whyReplaced(app, earlier, quote),
    })
  }
  const now = await withDatabase(app, ({ orm }) => findOrder(orm, 'quoteId', earlierQuoteId))
  if (!now || !isBought(now) || !(await hasSameItems(app, now.id, quote))) return null
  return now.token
}

async function whyReplaced(
  app: AppContext,
  earlier: OrderRow,
  quote: Pick<Quote, 'lines'>,
): Promise<string> {
  const what = earlier.buyNow ? 'Buy Now of the same piece' : 'checkout of the same cart'
  return (await hasSameItems(app, earlier.id, quote))
    ? `A newer ${what} took its place.`
    : `A newer ${earlier.buyNow ? 'Buy Now' : 'checkout'} of other pieces in the same browser took its place.`
}

function isBought({ state, paymentProcessingAt }: OrderRow): boolean {
  return wasPaid(state) || (state === 'pending' && paymentProcessingAt !== null)
}

async function hasSameItems(
  app: AppContext,
  orderId: string,
  { lines }: Pick<Quote, 'lines'>,
): Promise<boolean> {
  const bought = await withDatabase(app, ({ orm }) => linesOfOrder(orm, orderId))
  const keyOf = (
    { productId, size, quantity }: Pick<QuoteLine, 'productId' | 'size' | 'quantity'>,
    engraving: string | null | undefined,
  ) => JSON.stringify([productId, size, quantity, engraving ?? null])
  return (
    lines.map((line) => keyOf(line, line.engraving?.text)).join() ===
    bought.map((line) => keyOf(line, line.engraving)).join()
  )
}

import { asc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderOfQuote } from '#app/.server/orders/repository.ts'
import type { OrderRow } from '#app/.server/orders/transition.ts'
import { cancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { orderLines } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import type { Quote } from '#app/domain/quote/quote.ts'

/**
 * Puts the order of an earlier quote aside for a newer one of the same cart: its payment page is
 * closed first, so that two tabs cannot both be paid. Where it was paid already, or its payment is
 * on its way, and it holds the very same pieces, the token of that order is answered: the shopper
 * has bought them, and is shown so instead of being charged again. Only whoever has the earlier
 * quote knows its name, a signature.
 */
export async function replaceOrder(
  app: AppContext,
  earlierQuoteId: string,
  { quote, isOver }: { quote: Pick<Quote, 'lines'>; isOver: boolean },
): Promise<string | null> {
  const earlier = await withDatabase(app, (db) => orderOfQuote(db, earlierQuoteId))
  const { payments } = app
  if (!earlier || earlier.paymentProvider !== payments?.provider) return null
  // Stripe's test mode and its live mode know nothing of each other's pages.
  if (earlier.livemode !== payments.live) return null
  if (earlier.state === 'pending' && !earlier.holdReason) {
    await cancelOrder(app, earlier.id, {
      by: 'shopper',
      why: isOver
        ? 'Its price was no longer held when checkout was pressed again.'
        : await whyReplaced(app, earlier, quote),
    })
  }
  const now = await withDatabase(app, (db) => orderOfQuote(db, earlierQuoteId))
  if (!now || !isBought(now) || !(await hasSamePieces(app, now.id, quote))) return null
  return now.token
}

async function whyReplaced(
  app: AppContext,
  earlier: OrderRow,
  quote: Pick<Quote, 'lines'>,
): Promise<string> {
  const what = earlier.buyNow ? 'Buy Now of the same piece' : 'checkout of the same cart'
  return (await hasSamePieces(app, earlier.id, quote))
    ? `A newer ${what} took its place.`
    : `A newer ${earlier.buyNow ? 'Buy Now' : 'checkout'} of other pieces in the same browser took its place.`
}

function isBought({ state, paymentProcessingAt }: OrderRow): boolean {
  return wasPaid(state) || (state === 'pending' && paymentProcessingAt !== null)
}

async function hasSamePieces(
  app: AppContext,
  orderId: string,
  { lines }: Pick<Quote, 'lines'>,
): Promise<boolean> {
  const bought = await withDatabase(app, ({ orm }) =>
    orm
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, orderId))
      .orderBy(asc(orderLines.position)),
  )
  const named = (line: { productId: string; size: string; quantity: number }) =>
    JSON.stringify([line.productId, line.size, line.quantity])
  return lines.map(named).join() === bought.map(named).join()
}

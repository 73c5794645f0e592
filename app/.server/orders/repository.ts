import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, or } from 'drizzle-orm'
import { rateToDecimal } from '#app/domain/gold-price/rates.ts'
import { cents } from '#app/domain/money/cents.ts'
import { gramsToDecimal, type Milligrams } from '#app/domain/money/grams.ts'
import { orderNumber } from '#app/domain/orders/number.ts'
import { orderLifetimeMs } from '#app/domain/orders/order-state.ts'
import type { Quote } from '#app/domain/quote/quote.ts'
import { brand } from '#brand'
import { isVoidForGood } from '../gold-price/void-quotes.ts'
import type { PayableOrder } from '../payments/gateway/payment-gateway.ts'
import type { Database } from '../platform/db/database.ts'
import { orderHistory, orderLines, orders } from '../platform/db/schema.ts'
import type { OrderRow } from './transition.ts'

export async function orderOfQuote(db: Database, quoteId: string): Promise<OrderRow | null> {
  const [order] = await db.orm.select().from(orders).where(eq(orders.quoteId, quoteId))
  return order ?? null
}

/** What an order is made of, beside its quote. */
type Circumstances = Pick<OrderRow, 'quoteId' | 'paymentProvider' | 'livemode' | 'buyNow'> & {
  now: Date
}

/**
 * Writes the order, its lines as charged, and the first row of its history, all or nothing
 * [ORDER-01]. Where the same quote was posted twice at once, both are given the one order. Null
 * where the quote is void, because the gold price was corrected [QUOTE-07].
 */
export async function writeOrder(
  db: Database,
  quote: Quote,
  circumstances: Circumstances,
): Promise<OrderRow | null> {
  // A second round only where one of a trillion numbers was drawn twice.
  for (let round = 0; round < 3; round++) {
    const written = await insertOrder(db, quote, circumstances)
    if (written === 'void') return null
    const order = written ?? (await orderOfQuote(db, circumstances.quoteId))
    if (order) return order
  }
  throw new RangeError('No free order number was found')
}

async function insertOrder(
  db: Database,
  quote: Quote,
  { now, ...circumstances }: Circumstances,
): Promise<OrderRow | 'void' | null> {
  const { goldPrice, correctedAt } = quote
  return db.orm.transaction(async (tx) => {
    if (await isVoidForGood(tx, quote)) return 'void'
    const [order] = await tx
      .insert(orders)
      .values({
        id: randomUUID(),
        number: orderNumber(brand.name, randomBytes(8)),
        token: randomBytes(24).toString('base64url'),
        state: 'pending',
        ...circumstances,
        totalCents: quote.total,
        currency: 'usd',
        goldPricePerOunce: rateToDecimal(goldPrice.perOunce),
        goldPricePerGram: rateToDecimal(goldPrice.perGram),
        goldSource: goldPrice.source,
        goldTakenAt: goldPrice.takenAt,
        goldCorrectedAt: correctedAt,
        createdAt: now,
        updatedAt: now,
        expiresAt: new Date(now.getTime() + orderLifetimeMs),
      })
      .onConflictDoNothing()
      .returning()
    if (!order) return null
    await tx.insert(orderLines).values(
      quote.lines.map((line, position) => ({
        orderId: order.id,
        position,
        productId: line.productId,
        name: line.name,
        size: line.size,
        weightMg: line.weight,
        pricePerGram: rateToDecimal(line.perGram),
        metalValueCents: line.metalValue,
        feeCents: line.fee,
        unitPriceCents: line.unitPrice,
        quantity: line.quantity,
        lineTotalCents: line.lineTotal,
      })),
    )
    await tx.insert(orderHistory).values({
      orderId: order.id,
      fromState: null,
      toState: 'pending',
      at: now,
      by: 'shopper',
      why: 'Checkout was started.',
    })
    return order
  })
}

/** The order as a payment page must know it, from the books alone. */
export async function payableOrder(db: Database, orderId: string): Promise<PayableOrder> {
  const [order] = await db.orm.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new RangeError(`There is no order ${orderId}`)
  const lines = await db.orm
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  return {
    id: order.id,
    number: order.number,
    token: order.token,
    total: cents(order.totalCents),
    currency: 'usd',
    lines: lines.map((line) => ({
      name: line.name,
      size: line.size,
      grams: gramsToDecimal(line.weightMg as Milligrams),
      unitPrice: cents(line.unitPriceCents),
      quantity: line.quantity,
    })),
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    buyNowOf: order.buyNow ? (lines[0]?.productId ?? null) : null,
  }
}

/**
 * Keeps the first page that was opened for an order and answers its address, with the state of the
 * order by then: of two opened at once the second is never shown to anybody. An event about the page
 * may have come before, and brought its session along [ORDER-05].
 */
export async function storeCheckoutSession(
  db: Database,
  orderId: string,
  { session, url }: { session: string; url: string },
): Promise<{ url: string; state: OrderRow['state'] }> {
  await db.orm
    .update(orders)
    .set({ paymentSession: session, paymentUrl: url })
    .where(
      and(
        eq(orders.id, orderId),
        or(isNull(orders.paymentSession), eq(orders.paymentSession, session)),
      ),
    )
  const [order] = await db.orm
    .select({ url: orders.paymentUrl, state: orders.state })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!order?.url) throw new RangeError(`Order ${orderId} has a payment session and no address`)
  return { url: order.url, state: order.state }
}

/** Tokens and sessions are made of these letters; anything else is not worth a question. */
export function isToken(text: string): boolean {
  return /^[\w-]{16,128}$/.test(text)
}

import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { rateToDecimal } from '#app/domain/gold-price/rates.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { gramsToDecimal, type Milligrams } from '#app/domain/money/grams.ts'
import type { Quote, QuoteLine } from '#app/domain/quote/quote.ts'
import type { OrderShipping } from '#app/domain/shipping/shipping-method.ts'
import type { OpenedSession, PayableOrder } from '../payments/gateway/payment-gateway.ts'
import { products } from '../platform/db/catalog-schema.ts'
import type { Database, Orm } from '../platform/db/database.ts'
import { type OrderRow, orderLines, orders } from '../platform/db/schema.ts'
import { finalSaleLines } from './final-sale-lines.ts'
import { lineDimensions } from './line-dimensions.ts'

export async function findOrder(
  orm: Orm,
  column: 'id' | 'number' | 'token' | 'quoteId' | 'paymentSession',
  value: string,
): Promise<OrderRow | null> {
  const [order] = await orm.select().from(orders).where(eq(orders[column], value))
  return order ?? null
}

/** The order until the end of the transaction: the second transaction sees what the first did. */
export async function lockOrder(tx: Orm, id: string): Promise<OrderRow | null> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return order ?? null
}

/** Locked by ID, as every transaction locks several: two never wait for each other. */
export async function lockOrders(tx: Orm, ids: readonly string[]): Promise<Map<string, OrderRow>> {
  const locked = await tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(orders.id)
    .for('update')
  return new Map(locked.map((order) => [order.id, order]))
}

export function linesOfOrder(orm: Orm, orderId: string) {
  return orm
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
}

/** Of an order that is still to be paid; one that is paid keeps what it was paid with. */
export async function changeGiftNote(
  { orm }: Pick<Database, 'orm'>,
  id: string,
  giftNote: string | null,
): Promise<void> {
  await orm
    .update(orders)
    .set({ giftNote, revision: sql`${orders.revision} + 1` })
    .where(and(eq(orders.id, id), eq(orders.state, 'pending')))
}

type LinePrices = {
  discounts: readonly Cents[]
  /** The discount code was also off the gold. */
  codeOffMetal?: boolean
  taxCodeOf: (line: QuoteLine) => string | null
}

/** The lines of an order as they are charged; what is taken off each is in the same order. */
export async function insertLines(
  tx: Orm,
  orderId: string,
  lines: readonly QuoteLine[],
  prices: LinePrices,
): Promise<void> {
  const rows = await lineRows(tx, lines, prices)
  await tx.insert(orderLines).values(rows.map((row, position) => ({ orderId, position, ...row })))
}

/** The same as rows without their order and their place in it. */
export async function lineRows(
  tx: Orm,
  lines: readonly QuoteLine[],
  { discounts, codeOffMetal = false, taxCodeOf }: LinePrices,
) {
  const measures = await lineDimensions(tx, lines)
  const isFinal = await finalSaleLines(tx, lines)
  return lines.map((line, position) => ({
    productId: line.productId,
    name: line.name,
    size: line.size,
    measures: measures[position] ?? null,
    weightMg: line.weight,
    // As its quote said; what staff sell, as it is now.
    finalSale: line.finalSale ?? isFinal(line),
    pricePerGram: rateToDecimal(line.perGram),
    metalValueCents: line.metalValue,
    feeCents: line.fee,
    options: line.options ?? [],
    engraving: line.engraving?.text ?? null,
    engravingFeeCents: line.engraving?.fee ?? 0,
    unitPriceCents: line.unitPrice,
    quantity: line.quantity,
    lineTotalCents: line.lineTotal,
    taxCode: taxCodeOf(line),
    discountCents: discounts[position] ?? 0,
    codeDiscountCents: line.codeDiscount ?? 0,
    codeOffMetal: codeOffMetal && line.codeDiscount !== undefined,
  }))
}

/** By product; those without their own code are left out. */
export async function taxCodesOf(
  tx: Orm,
  { lines }: Pick<Quote, 'lines'>,
): Promise<Map<string, string>> {
  const found = await tx
    .select({ id: products.id, taxCode: products.taxCode })
    .from(products)
    .where(inArray(products.id, [...new Set(lines.map(({ productId }) => productId))]))
  return new Map(found.flatMap(({ id, taxCode }) => (taxCode === null ? [] : [[id, taxCode]])))
}

/** How an order reaches its buyer, and what that costs. */
export const shippingOf = (
  order: Pick<OrderRow, 'shippingMethod' | 'shippingCountry' | 'shippingCents'>,
): OrderShipping => ({
  method: order.shippingMethod,
  country: order.shippingCountry,
  rate: cents(order.shippingCents),
})

/** What the payment provider must know of an order. */
export async function payableOrder(
  { orm }: Pick<Database, 'orm'>,
  orderId: string,
): Promise<PayableOrder> {
  const order = await findOrder(orm, 'id', orderId)
  if (!order) throw new RangeError(`There is no order ${orderId}`)
  const lines = await linesOfOrder(orm, orderId)
  const [first] = lines
  return {
    id: order.id,
    number: order.number,
    token: order.token,
    total: cents(order.totalCents),
    shipping: shippingOf(order),
    currency: 'usd',
    withTax: order.withTax,
    lines: lines.map((line) => ({
      name: line.name,
      size: line.size,
      grams: gramsToDecimal(line.weightMg as Milligrams),
      ...(line.options.length > 0 && { options: line.options }),
      ...(line.engraving !== null && { engraving: line.engraving }),
      unitPrice: cents(line.unitPriceCents),
      quantity: line.quantity,
      taxCode: line.taxCode,
      discount: cents(line.discountCents),
    })),
    payBy: order.payBy,
    ...(order.codeEmail !== null && { email: order.codeEmail }),
    threeDSecure: order.threeDSecure,
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    buyNowOf: order.buyNow && first ? { productId: first.productId, size: first.size } : null,
  }
}

/**
 * Keeps the first checkout session that was created for an order and answers its address, with the
 * state of the order by then: of two created at once the second is never shown to anybody. An event
 * about the session may have come before, and brought it along [ORDER-05].
 */
export async function storeCheckoutSession(
  { orm }: Pick<Database, 'orm'>,
  orderId: string,
  { session, url, customer }: OpenedSession,
): Promise<{ url: string; state: OrderRow['state']; isPriceWithdrawn: boolean }> {
  const isFirst = or(isNull(orders.paymentSession), eq(orders.paymentSession, session))
  await orm
    .update(orders)
    .set({ paymentSession: session, paymentUrl: url, paymentCustomer: customer ?? null })
    .where(and(eq(orders.id, orderId), isFirst))
  const order = await findOrder(orm, 'id', orderId)
  if (!order?.paymentUrl) throw new RangeError(`Order ${orderId} has a session and no address`)
  const isPriceWithdrawn = order.priceWithdrawnAt !== null
  return { url: order.paymentUrl, state: order.state, isPriceWithdrawn }
}

/** Tokens and sessions are made of these characters; anything else is not worth a query. */
export function isToken(text: string): boolean {
  return /^[\w-]{16,128}$/.test(text)
}

import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { maxOpenOrders } from '#app/domain/checkout/open-orders.ts'
import { rateToDecimal } from '#app/domain/gold-price/rates.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { gramsToDecimal, type Milligrams } from '#app/domain/money/grams.ts'
import { orderNumber } from '#app/domain/orders/number.ts'
import { orderLifetimeMs } from '#app/domain/orders/order-state.ts'
import { wireDueBy } from '#app/domain/payments/wire-rules.ts'
import { discountOfLine, noBankDiscount } from '#app/domain/pricing/bank-price.ts'
import { dueOf, type Quote, type QuoteLine, savingOf } from '#app/domain/quote/quote.ts'
import { threeDSecureOf } from '#app/domain/risk/high-value.ts'
import { brand } from '#brand'
import { isVoidForGood } from '../gold-price/void-quotes.ts'
import { type ClientOrders, lockClientOrders } from '../inventory/open-order-limits.ts'
import { reservePieces } from '../inventory/reservations.ts'
import type { OpenedSession, PayableOrder } from '../payments/gateway/payment-gateway.ts'
import type { Database, Orm } from '../platform/db/database.ts'
import { type OrderRow, orderLines, orders, products } from '../platform/db/schema.ts'
import { AppError } from '../platform/errors.ts'
import { storedSellingStop } from '../selling/queries/selling.ts'
import { readRiskSettings } from '../settings/queries/risk-settings.ts'
import { salesTaxAt } from '../settings/queries/sales-tax.ts'
import { storedWireBankDays } from '../settings/queries/settings.ts'
import { finalSaleLines } from './final-sale-lines.ts'
import { measuresOfLines } from './measures.ts'
import { recordHistory } from './transition.ts'

export async function findOrder(
  orm: Orm,
  column: 'id' | 'token' | 'quoteId' | 'paymentSession',
  value: string,
): Promise<OrderRow | null> {
  const [order] = await orm.select().from(orders).where(eq(orders[column], value))
  return order ?? null
}

/** The order until the end of the transaction: whoever comes second sees what the first did. */
export async function lockOrder(tx: Orm, id: string): Promise<OrderRow | null> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return order ?? null
}

export function linesOfOrder(orm: Orm, orderId: string) {
  return orm
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
}

/** What an order keeps beside its quote. */
type OrderFields = Pick<
  OrderRow,
  'quoteId' | 'paymentProvider' | 'livemode' | 'buyNow' | 'clientHash' | 'payBy' | 'giftNote'
> & {
  now: Date
  /** Whether the quote holds beside so many other orders of the same client [OPEN-02]. */
  holdsBeside: (otherOrders: number) => boolean
}

/**
 * Writes the order, its lines as charged, and the first row of its history, all or nothing
 * [ORDER-01]. Where the same quote was posted twice at once, both are given the one order. Null
 * where the quote is void, because its gold price was corrected or withdrawn [QUOTE-07]; `moved` where it
 * does not hold for a further order; `stopped` where the shop sells nothing [STOP-01]. Throws a 429 for a
 * client with too many open ones [OPEN-01], and a 422 where too few pieces are left [STOCK-02].
 */
export async function createOrder(
  { orm }: Pick<Database, 'orm'>,
  quote: Quote,
  fields: OrderFields,
): Promise<OrderRow | 'moved' | 'stopped' | null> {
  // A second attempt only where one of a trillion numbers was drawn twice.
  for (let attempt = 0; attempt < 3; attempt++) {
    const created = await insertOrder(orm, quote, fields)
    if (created === 'void') return null
    if (typeof created === 'string') return created
    const order = created ?? (await findOrder(orm, 'quoteId', fields.quoteId))
    if (order) return order
  }
  throw new RangeError('No free order number was found')
}

function tooManyOpenOrders({ open, nextEnd }: ClientOrders, now: Date): AppError {
  const minutes = Math.ceil(((nextEnd?.getTime() ?? 0) - now.getTime()) / 60_000)
  return new AppError(
    'too_many_open_orders',
    429,
    `${open} orders from your network are waiting for their payment. Please pay one of them, or try again in ${Math.max(1, minutes)} ${minutes > 1 ? 'minutes' : 'minute'}.`,
  )
}

async function insertOrder(
  orm: Orm,
  quote: Quote,
  { now, holdsBeside, ...fields }: OrderFields,
): Promise<OrderRow | 'void' | 'moved' | 'stopped' | null> {
  const { goldPrice, correctedAt, goldPriceId, bank } = quote
  const discount = fields.payBy === 'card' || bank === null ? noBankDiscount : bank.discount
  return orm.transaction(async (tx) => {
    if (await isVoidForGood(tx, quote)) return 'void'
    if (await storedSellingStop(tx)) return 'stopped'
    if (fields.clientHash !== null) {
      const own = await lockClientOrders(tx, fields.clientHash, now)
      // Posted twice at once: the other one was first.
      if (await findOrder(tx, 'quoteId', fields.quoteId)) return null
      if (own.open >= maxOpenOrders) throw tooManyOpenOrders(own, now)
      if (!holdsBeside(own.others)) return 'moved'
    }
    const { enabled: withTax, taxCode } = await salesTaxAt(tx)
    const codes = withTax ? await taxCodesOf(tx, quote) : null
    const [order] = await tx
      .insert(orders)
      .values({
        id: randomUUID(),
        number: orderNumber(brand.name, randomBytes(8), fields),
        token: randomBytes(24).toString('base64url'),
        state: 'pending',
        ...fields,
        withTax,
        wireDueBy: fields.payBy === 'wire' ? wireDueBy(now, await storedWireBankDays(tx)) : null,
        totalCents: dueOf(quote, fields.payBy),
        discountCents: savingOf(quote, fields.payBy),
        threeDSecure: threeDSecureOf(dueOf(quote, fields.payBy), await readRiskSettings(tx)),
        currency: 'usd',
        goldPricePerOunce: rateToDecimal(goldPrice.perOunce),
        goldPricePerGram: rateToDecimal(goldPrice.perGram),
        goldSource: goldPrice.source,
        goldTakenAt: goldPrice.takenAt,
        goldCorrectedAt: correctedAt,
        goldPriceId,
        createdAt: now,
        updatedAt: now,
        expiresAt: new Date(now.getTime() + orderLifetimeMs),
      })
      .onConflictDoNothing()
      .returning()
    if (!order) return null
    const discounts = quote.lines.map(({ lineTotal }) => discountOfLine(lineTotal, discount))
    await insertLines(tx, order.id, quote.lines, {
      discounts,
      taxCodeOf: (line) => codes && (codes.get(line.productId) ?? taxCode),
    })
    const short = await reservePieces(tx, order.id, quote.lines, {
      at: now,
      clientHash: fields.clientHash,
    })
    if (short) throw new AppError('not_enough_left', 422, short)
    const change = {
      at: now,
      actor: 'shopper',
      by: 'shopper',
      why: 'Checkout was started.',
    } as const
    await recordHistory(tx, order.id, { from: null, to: 'pending' }, change)
    return order
  })
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

/** The lines of an order as they are charged; what is taken off each is in the same order. */
export async function insertLines(
  tx: Orm,
  orderId: string,
  lines: readonly QuoteLine[],
  {
    discounts,
    taxCodeOf,
  }: { discounts: readonly Cents[]; taxCodeOf: (line: QuoteLine) => string | null },
): Promise<void> {
  const measures = await measuresOfLines(tx, lines)
  const isFinal = await finalSaleLines(tx, lines)
  await tx.insert(orderLines).values(
    lines.map((line, position) => ({
      orderId,
      position,
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
      engraving: line.engraving?.text ?? null,
      engravingFeeCents: line.engraving?.fee ?? 0,
      unitPriceCents: line.unitPrice,
      quantity: line.quantity,
      lineTotalCents: line.lineTotal,
      taxCode: taxCodeOf(line),
      discountCents: discounts[position] ?? 0,
    })),
  )
}

/** By product; those without a code of their own are left out. */
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
    currency: 'usd',
    withTax: order.withTax,
    lines: lines.map((line) => ({
      name: line.name,
      size: line.size,
      grams: gramsToDecimal(line.weightMg as Milligrams),
      ...(line.engraving !== null && { engraving: line.engraving }),
      unitPrice: cents(line.unitPriceCents),
      quantity: line.quantity,
      taxCode: line.taxCode,
      discount: cents(line.discountCents),
    })),
    payBy: order.payBy,
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

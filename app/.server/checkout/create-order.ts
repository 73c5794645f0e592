import { randomBytes, randomUUID } from 'node:crypto'
import { lockCode } from '#app/.server/discounts/code-uses.ts'
import { isVoidUnderLock } from '#app/.server/gold-price/void-quotes.ts'
import { type ClientOrders, lockClientOrders } from '#app/.server/inventory/open-order-limits.ts'
import { reservePieces } from '#app/.server/inventory/reservations.ts'
import { newOrderToken } from '#app/.server/orders/order-link.ts'
import { findOrder, insertLines, taxCodesOf } from '#app/.server/orders/repository.ts'
import { recordHistory } from '#app/.server/orders/transition.ts'
import type { Database, Orm } from '#app/.server/platform/db/database.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { riskSetting } from '#app/.server/settings/risk.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { isPriceLockValid, maxOpenOrders } from '#app/domain/checkout/checkout-plan.ts'
import { rateToDecimal } from '#app/domain/gold-price/rates.ts'
import { cents, sumCents } from '#app/domain/money/cents.ts'
import { orderNumber } from '#app/domain/orders/number.ts'
import { orderLifetimeMs } from '#app/domain/orders/order-state.ts'
import { wireDueBy } from '#app/domain/payments/wire-rules.ts'
import { noBankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { bankSavingOfLine, dueOf, lowerQuote, type Quote } from '#app/domain/quote/quote.ts'
import { codeSavingOf } from '#app/domain/quote/with-code.ts'
import { threeDSecureOf } from '#app/domain/risk/high-value.ts'
import { brand } from '#brand'

export type NewOrder = Pick<
  OrderRow,
  'quoteId' | 'paymentProvider' | 'livemode' | 'buyNow' | 'clientHash' | 'payBy' | 'giftNote'
> & {
  /** What was promised, and the same items at today's price: the lower of both is charged [QUOTE-04]. */
  quote: Quote
  today: Quote
  now: Date
}

/**
 * Writes the order of a quote, its lines as charged, and the first row of its history, all or nothing
 * [ORDER-01]. Where the same quote was posted twice at once, both are given the one order. `void` where
 * what would be charged is void, because its gold price was corrected or withdrawn [QUOTE-07]; `risen`
 * where the quote does not hold for a further order [OPEN-02]; `stopped` where the shop sells nothing
 * [STOP-01]; `code` where its discount code was stopped or used up [CODE-06]. Throws a 429 for a client with too many open ones [OPEN-01], and a 422 where too few pieces
 * are left [STOCK-02].
 */
export async function createOrder(
  { orm }: Pick<Database, 'orm'>,
  order: NewOrder,
): Promise<OrderRow | 'void' | 'risen' | 'stopped' | 'code'> {
  // A second attempt is needed only if one of a trillion numbers was drawn twice.
  for (let attempt = 0; attempt < 3; attempt++) {
    const created = await orm.transaction((tx) => insertOrder(tx, order))
    if (created) return created
    const placed = await findOrder(orm, 'quoteId', order.quoteId)
    if (placed) return placed
  }
  throw new RangeError('No free order number was found')
}

function tooManyOpenOrders({ open, nextEnd }: ClientOrders, now: Date): AppError {
  const minutes = Math.ceil(((nextEnd?.getTime() ?? 0) - now.getTime()) / 60_000)
  return new AppError(
    'too_many_open_orders',
    429,
    `${open} orders from your network are still waiting for payment. Please pay for one of them, or try again in ${Math.max(1, minutes)} ${minutes > 1 ? 'minutes' : 'minute'}.`,
  )
}

/** Null where the quote has an order by now, or the number that was drawn is taken. */
async function insertOrder(
  tx: Orm,
  { quote: quoted, today, now, ...fields }: NewOrder,
): Promise<OrderRow | 'void' | 'risen' | 'stopped' | 'code' | null> {
  const quote = lowerQuote(quoted, today, fields.payBy)
  if (await isVoidUnderLock(tx, quote)) return 'void'
  if (await storedSellingStop(tx)) return 'stopped'
  if (fields.clientHash !== null) {
    const own = await lockClientOrders(tx, fields.clientHash, now)
    // Posted twice at once: the other one was first.
    if (await findOrder(tx, 'quoteId', fields.quoteId)) return null
    if (own.open >= maxOpenOrders) throw tooManyOpenOrders(own, now)
    const [promised, perGram] = [quoted.goldPrice.perGram, today.goldPrice.perGram]
    if (!isPriceLockValid({ quoted: promised, today: perGram, otherOrders: own.others }))
      return 'risen'
  }
  if (quote.code && !(await lockCode(tx, quote.code, quoted, fields.livemode))) {
    // Posted twice at once: the use that was counted is its own.
    return (await findOrder(tx, 'quoteId', fields.quoteId)) ? null : 'code'
  }
  const { goldPrice, correctedAt, goldPriceId, bank } = quote
  const discount = fields.payBy === 'card' || bank === null ? noBankDiscount : bank.discount
  const discounts = quote.lines.map((line) =>
    cents((line.codeDiscount ?? 0) + bankSavingOfLine(line, discount)),
  )
  const { enabled: withTax, taxCode } = await salesTaxSetting.stored(tx)
  const codes = withTax ? await taxCodesOf(tx, quote) : null
  const [order] = await tx
    .insert(orders)
    .values({
      id: randomUUID(),
      number: orderNumber(brand.name, randomBytes(8), fields),
      token: newOrderToken(),
      state: 'pending',
      ...fields,
      withTax,
      wireDueBy:
        fields.payBy === 'wire'
          ? wireDueBy(now, (await bankDiscountSetting.stored(tx)).wireBankDays)
          : null,
      totalCents: dueOf(quote, fields.payBy),
      discountCents: sumCents(discounts),
      ...(quote.shipping && {
        shippingMethod: quote.shipping.method,
        shippingCountry: quote.shipping.country,
        shippingCents: quote.shipping.rate,
      }),
      ...(quote.code && {
        discountCodeId: quote.code.id,
        discountCode: quote.code.name,
        codeDiscountCents: codeSavingOf(quote),
        codeEmail: quote.code.email,
      }),
      threeDSecure: threeDSecureOf(dueOf(quote, fields.payBy), await riskSetting.stored(tx)),
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
  await insertLines(tx, order.id, quote.lines, {
    discounts,
    codeOffMetal: quote.code?.offMetal ?? false,
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
    why: 'Checkout started.',
  } as const
  await recordHistory(tx, order.id, { from: null, to: 'pending' }, change)
  return order
}

import { randomBytes, randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { recordOrderEvent } from '#app/.server/audit-log/record-order-event.ts'
import { issueCertificates } from '#app/.server/certificates/commands/issue-certificates.ts'
import { lastCorrection } from '#app/.server/gold-price/void-quotes.ts'
import { reservePieces } from '#app/.server/inventory/reservations.ts'
import { changeOrderIn } from '#app/.server/orders/change-order.ts'
import { newOrderToken } from '#app/.server/orders/order-link.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { findOrder, insertLines, taxCodesOf } from '#app/.server/orders/repository.ts'
import { recordHistory } from '#app/.server/orders/transition.ts'
import { receiveOffline } from '#app/.server/payments/commands/record-offline-payment.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { customWork } from '#app/.server/platform/db/draft-order-schema.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { staffSellingStopped, storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import { riskSetting } from '#app/.server/settings/risk.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { type DraftOrderInput, receivedText } from '#app/contracts/draft-orders/draft-order.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { rateToDecimal } from '#app/domain/gold-price/rates.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { orderNumber } from '#app/domain/orders/number.ts'
import { whyTest } from '#app/domain/payments/mode.ts'
import { threeDSecureOf } from '#app/domain/risk/high-value.ts'
import { brand } from '#brand'
import { refuseWithdrawn } from '../gold-for-draft.ts'
import { type HandOver, handOver, weighedAtSale } from '../hand-over.ts'
import { type PricedDraftOrder, priceDraftOrder } from '../price-draft-order.ts'

export type NewDraftOrder = {
  wish: DraftOrderInput
  by: string
  /** What the screen said it comes to, in cents, of what was paid just now (receivedText), and what leaves. */
  stated: { inAll: number; received: string; isHandedOver: boolean }
  /** What the scale shows, as it was sent, and who weighs; for what is handed over now. */
  weighing?: { scale: Readonly<Record<string, string>>; role: Role }
}

/**
 * Staff make an order, at the gold price they chose [SALE-01, SALE-02]. It is an order as any other, still
 * to be paid, or paid just now in the shop [SALE-22]. The form's key makes it one, however often it is pressed.
 */
export async function createDraftOrder(
  app: AppContext,
  { wish, by, stated, weighing }: NewDraftOrder,
): Promise<Pick<OrderRow, 'id' | 'number'>> {
  const quoteId = `staff:${wish.key}`
  const made = await withDatabase(app, ({ orm }) => findOrder(orm, 'quoteId', quoteId))
  if (made) return made
  const priced = await priceDraftOrder(app, wish)
  if (priced.inAll !== stated.inAll) {
    throw shownChanged(`The total is now ${formatCents(priced.inAll)}.`)
  }
  if (receivedText(priced.received) !== stated.received) {
    throw shownChanged('The payment received now has changed.')
  }
  if ((priced.handOver !== null) !== stated.isHandedOver) {
    throw shownChanged('Whether the pieces are handed over now has changed.')
  }
  const { scale = {}, role = 'bench' } = weighing ?? {}
  const leaves = priced.handOver && { weighed: weighedAtSale(priced.handOver, scale), by, role }
  const insertOnce = () =>
    withDatabase(app, ({ orm }) =>
      orm.transaction((tx) => insertDraftOrder(tx, app, { wish, by, priced, quoteId, leaves })),
    )
  const order =
    (await insertOnce()) ??
    // Pressed twice at once; or one of a trillion numbers was drawn twice.
    (await withDatabase(app, ({ orm }) => findOrder(orm, 'quoteId', quoteId))) ??
    (await insertOnce())
  if (!order) throw new RangeError('No free order number was found')
  if (leaves) {
    // The key that signs them may not be read inside a transaction. A job makes up for what fails here.
    await issueCertificates(app, order.id).catch((error: unknown) => {
      app.log.error({ err: error }, 'the certificates of a sale were not issued yet')
    })
  }
  return order
}

type Insertion = {
  wish: DraftOrderInput
  by: string
  priced: PricedDraftOrder
  quoteId: string
  leaves: HandOver | null
  /** False of a piece that its owner sent in: it comes from no stock. */
  isFromStock?: boolean
}

/** In a transaction of the caller; null where there is one of this key, or its number was drawn twice. */
export async function insertDraftOrder(
  tx: Orm,
  app: AppContext,
  { wish, by, priced, quoteId, leaves, isFromStock = true }: Insertion,
): Promise<OrderRow | null> {
  const { payments } = app
  if (payments === null) throw noPayments()
  const at = app.now()
  const { record, lines, discounts, discount, total, tax, custom } = priced
  await refuseWithdrawn(tx, record, at)
  const stop = await storedSellingStop(tx)
  if (stop) throw staffSellingStopped(stop, 'create an order')
  const { gold } = record
  const agreed = typeof wish.tax === 'string' ? null : wish.tax
  const isEstimate = wish.custom?.goldFixed === 'delivery'
  const [order] = await tx
    .insert(orders)
    .values({
      id: randomUUID(),
      number: orderNumber(brand.name, randomBytes(8), { livemode: payments.live }),
      token: newOrderToken(),
      state: 'pending',
      origin: 'staff',
      madeBy: by,
      quoteId,
      paymentProvider: payments.provider,
      livemode: payments.live,
      payBy: wish.payBy,
      email: wish.email,
      giftNote: wish.giftNote,
      shippingAddress: wish.address,
      withTax: priced.taxAtPayment,
      taxRate: agreed?.rate ?? null,
      taxState: agreed?.state ?? null,
      taxCents: tax,
      totalCents: total,
      discountCents: discount,
      threeDSecure: threeDSecureOf(total, await riskSetting.stored(tx)),
      currency: 'usd',
      goldPricePerOunce: rateToDecimal(gold.perOunce),
      goldPricePerGram: rateToDecimal(gold.perGram),
      goldSource: gold.source,
      goldTakenAt: gold.takenAt,
      goldCorrectedAt: await lastCorrection(tx),
      // An estimate stands on no price that could be withdrawn.
      goldPriceId: isEstimate ? null : record.id,
      createdAt: at,
      updatedAt: at,
      expiresAt: new Date(at.getTime() + wish.holdDays * 86_400_000),
    })
    .onConflictDoNothing()
    .returning()
  if (!order) return null
  const { taxCode } = await salesTaxSetting.stored(tx)
  const codes = priced.taxAtPayment ? await taxCodesOf(tx, { lines }) : null
  await insertLines(tx, order.id, lines, {
    discounts,
    taxCodeOf: (line) => codes && (codes.get(line.productId) ?? taxCode),
  })
  const short = isFromStock && (await reservePieces(tx, order.id, lines, { at, clientHash: null }))
  if (short) throw new AppError('not_enough_left', 422, `${short} The order wasn’t created.`)
  if (wish.custom && custom) {
    const fixed = isEstimate ? null : { fixedAt: at, fixedBy: by }
    await tx.insert(customWork).values({
      orderId: order.id,
      stage: 'asked',
      stageAt: at,
      stageBy: by,
      depositCents: custom.deposit,
      goldFixed: wish.custom.goldFixed,
      ...fixed,
      agreement: custom.agreement,
      request: wish.custom.request,
    })
  }
  const test = whyTest(payments)
  const why = `Order created by staff.${test ? ` Test order, because ${test}.` : ''}`
  const change = { at, actor: 'staff', by, why } as const
  await recordHistory(tx, order.id, { from: null, to: 'pending' }, change)
  const facts = { totalCents: total, taxCents: tax, goldPrice: record.id }
  await recordOrderEvent(tx, order, { at, by, action: 'order.made_by_staff', facts })
  const { received } = priced
  if (received) {
    const payment = { ...received, key: wish.key, receivedOn: shopDay(at) }
    await changeOrderIn(tx, app, { id: order.id, by }, (locked) => receiveOffline(locked, payment))
  }
  if (leaves) await handOver(tx, app, order.id, leaves)
  return order
}

/** The answer shows it as it is now. */
const shownChanged = (what: string) =>
  new AppError('shown_changed', 409, `${what} Please review it again. The order wasn’t created.`)

/** A saved key of Stripe that cannot be used. */
const noPayments = () =>
  new AppError(
    'shop_unavailable',
    503,
    'Payments aren’t set up, so orders can’t be created. An owner can add the Stripe key in Setup.',
  )

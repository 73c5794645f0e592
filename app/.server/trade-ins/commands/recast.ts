import type { AppContext } from '#app/.server/app-context.ts'
import { certificatesOf } from '#app/.server/certificates/issue.ts'
import { insertDraftOrder } from '#app/.server/draft-orders/commands/create-draft-order.ts'
import type { PricedDraftOrder } from '#app/.server/draft-orders/price-draft-order.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type DraftOrderInput, maxHoldDays } from '#app/contracts/draft-orders/draft-order.ts'
import type { StaffTradeInInput } from '#app/contracts/trade-ins/trade-in.ts'
import type { GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import {
  changeTradeIn,
  type StaffTradeIn,
  type TradeInRow,
  tradeInRefused,
} from '../change-trade-in.ts'
import { lockClaim } from '../claims.ts'
import { goldForOffer } from '../prices.ts'
import { hasEnded, recastOrder } from '../recast-order.ts'

/** In days, how long the payment link works. */
const linkDays = 14

/**
 * The order by which a recast is paid, and its payment request link [TRADE-11]. The order has the piece at no gold
 * value: the gold is the owner's. It is weighed and shipped like any other, and its certificate names the old one.
 * Where it was stopped between order and link, the same form sends the link alone; an order that ended unpaid is
 * replaced by another.
 */
export async function billRecast(
  app: AppContext,
  { key, ...request }: StaffTradeIn & StaffTradeInInput<'bill'>,
): Promise<string> {
  const { id, by } = request
  const quoteId = `staff:${key}`
  const before = await withDatabase(app, ({ orm }) => recastOrder(orm, id))
  const price = before && !hasEnded(before) ? null : await goldForOffer(app)
  const isSame = async (_: TradeInRow, tx: Orm) => {
    const made = await recastOrder(tx, id)
    return made?.quoteId === quoteId && !hasEnded(made)
  }
  await changeTradeIn(app, { ...request, to: 'agreed', isSame }, async ({ tx, row, save }) => {
    if (row.kind !== 'recast' || row.state !== 'agreed') {
      throw tradeInRefused('The customer must accept the recast quote first.')
    }
    const known = await recastOrder(tx, id)
    if (known && !hasEnded(known)) return
    if (!price) throw tradeInRefused('The order of this recast has just ended. Please try again.')
    const priced = pricedRecast(row, price.gold, price.goldPriceId)
    const order = await insertDraftOrder(tx, app, {
      ...{ wish: wishOf(row, key, price.goldPriceId), by, priced },
      ...{ quoteId, leaves: null, isFromStock: false },
    })
    if (!order) throw tradeInRefused('The order couldn’t be created. Please try again.')
    const why = `Order ${order.number} created for ${formatCents(priced.total)}.`
    await save({ columns: { orderId: order.id }, why })
  })
  const order = await withDatabase(app, ({ orm }) => recastOrder(orm, id))
  if (!order) throw tradeInRefused('This recast has no order.')
  const { revision } = order
  return sendPaymentRequestLink(app, {
    ...{ id: order.id, by, key, kind: 'whole', days: linkDays, revision },
  })
}

function pricedRecast(row: TradeInRow, gold: GoldPrice, goldPriceId: number): PricedDraftOrder {
  const { name, size, weighedMg, offerCents, productId } = row
  const fee = cents(offerCents ?? 0)
  const line = {
    productId: productId ?? '',
    name,
    size: size === '' ? 'Recast' : `${size}, recast`,
    weight: (weighedMg ?? 0) as Milligrams,
    perGram: gold.perGram,
    metalValue: cents(0),
    ...{ fee, unitPrice: fee, quantity: 1, lineTotal: fee, finalSale: true },
  }
  const none: Cents = cents(0)
  return {
    ...{ discounts: [none], discount: none, total: fee, taxes: [], tax: none, inAll: fee },
    record: { id: goldPriceId, gold },
    oldPrice: null,
    lines: [line],
    ...{ taxAtPayment: false, custom: null, received: null, handOver: null },
  }
}

const wishOf = (row: TradeInRow, key: string, goldPriceId: number): DraftOrderInput => ({
  key,
  goldPriceId,
  email: row.email,
  address: null,
  lines: [],
  payBy: 'card',
  tax: 'none',
  holdDays: Math.min(maxHoldDays, linkDays),
  giftNote: null,
  custom: null,
  received: null,
  handOver: 'later',
  wasHandedOver: false,
})

/** Work begins once the order is paid. */
export async function startRecast(app: AppContext, request: StaffTradeIn): Promise<void> {
  await changeTradeIn(app, { ...request, to: 'working' }, async ({ tx, row, save }) => {
    const order = row.orderId === null ? null : await findOrder(tx, 'id', row.orderId)
    if (order?.state !== 'paid' && order?.state !== 'fulfilled') {
      throw tradeInRefused('The recast isn’t paid yet. Send its payment link first.')
    }
    // A piece that has its new certificate was recast before anybody said that work on it began.
    const isMade = (await certificatesOf(tx, order.id)).length > 0
    if (row.certificateId !== null && !isMade) await lockClaim(tx, row.certificateId)
    await save({ to: 'working', why: 'Paid. Work on the recast began.' })
  })
}

/** The recast piece was weighed and has its certificate, which ended the old one [TRADE-13]. */
export async function finishRecast(app: AppContext, request: StaffTradeIn): Promise<void> {
  await changeTradeIn(app, { ...request, to: 'done' }, async ({ tx, row, save }) => {
    if (row.kind !== 'recast') throw tradeInRefused('This trade-in isn’t a recast.')
    const issued = row.orderId === null ? [] : await certificatesOf(tx, row.orderId)
    if (!issued.some(({ state }) => state === 'valid')) {
      throw tradeInRefused(
        'The recast piece has no certificate yet. Weigh it and print its certificate on its order.',
      )
    }
    await save({ to: 'done', why: 'The recast is done.', email: 'trade-in-done-owner' })
  })
}

import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  lockCertificate,
  move as moveCertificate,
} from '#app/.server/certificates/commands/move-certificate.ts'
import { certificatesOf } from '#app/.server/certificates/issue.ts'
import { insertDraftOrder } from '#app/.server/draft-orders/commands/create-draft-order.ts'
import type { PricedDraftOrder } from '#app/.server/draft-orders/price-draft-order.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type DraftOrderInput, maxHoldDays } from '#app/contracts/draft-orders/draft-order.ts'
import type { StaffTradeInInput } from '#app/contracts/trade-ins/trade-in.ts'
import type { GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { dayAt, formatLongDay } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import {
  changeTradeIn,
  type StaffTradeIn,
  type TradeInRow,
  tradeInRefused,
} from '../change-trade-in.ts'
import { lockClaim } from '../claims.ts'
import { goldForOffer } from '../prices.ts'

/** In days, how long the payment link works. */
const linkDays = 14

/**
 * The order by which a recast is paid, and its payment request link [TRADE-11]. The order has the piece at no gold
 * value: the gold is the owner's. It is weighed and shipped like any other, and its certificate names the old one.
 * Where it was stopped between order and link, the same form sends the link alone.
 */
export async function billRecast(
  app: AppContext,
  { key, ...request }: StaffTradeIn & StaffTradeInInput<'bill'>,
): Promise<string> {
  const { id, by } = request
  const known = await withDatabase(app, ({ orm }) => orderOf(orm, id))
  if (known === null) {
    const { gold, goldPriceId } = await goldForOffer(app)
    await changeTradeIn(app, request, async ({ tx, row, save }) => {
      if (row.kind !== 'recast' || row.state !== 'agreed') {
        throw tradeInRefused('The customer must accept the recast quote first.')
      }
      if (row.orderId !== null) throw tradeInRefused('This recast already has an order.')
      const priced = pricedRecast(row, gold, goldPriceId)
      const order = await insertDraftOrder(tx, app, {
        ...{ wish: wishOf(row, key, goldPriceId), by, priced },
        ...{ quoteId: `staff:${key}`, leaves: null },
      })
      if (!order) throw tradeInRefused('The order couldn’t be created. Please try again.')
      const why = `Order ${order.number} created for ${formatCents(priced.total)}.`
      await save({ columns: { orderId: order.id }, why })
    })
  }
  const orderId = known ?? (await withDatabase(app, ({ orm }) => orderOf(orm, id)))
  if (orderId === null) throw tradeInRefused('This recast has no order.')
  return sendPaymentRequestLink(app, {
    id: orderId,
    by,
    key,
    kind: 'whole',
    days: linkDays,
    revision: await revisionOf(app, orderId),
  })
}

async function orderOf(orm: Orm, id: string): Promise<string | null> {
  const [row] = await orm
    .select({ orderId: tradeIns.orderId })
    .from(tradeIns)
    .where(eq(tradeIns.id, id))
  return row?.orderId ?? null
}

const revisionOf = async (app: AppContext, orderId: string): Promise<number> =>
  (await withDatabase(app, ({ orm }) => findOrder(orm, 'id', orderId)))?.revision ?? 0

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
    if (row.certificateId !== null) await lockClaim(tx, row.certificateId)
    await save({ to: 'working', why: 'Paid. Work on the recast began.' })
  })
}

/** The recast piece was weighed and has its certificate; the old one says when it was recast [TRADE-13]. */
export async function finishRecast(app: AppContext, request: StaffTradeIn): Promise<void> {
  await changeTradeIn(app, { ...request, to: 'done' }, async ({ tx, row, at, by, save }) => {
    if (row.kind !== 'recast') throw tradeInRefused('This trade-in isn’t a recast.')
    const issued = row.orderId === null ? [] : await certificatesOf(tx, row.orderId)
    if (!issued.some(({ state }) => state === 'valid')) {
      throw tradeInRefused(
        'The recast piece has no certificate yet. Weigh it and print its certificate on its order.',
      )
    }
    const old = row.certificateId === null ? null : await lockCertificate(tx, row.certificateId)
    if (old) {
      const reason = `Recast on ${formatLongDay(dayAt(at, brand.timeZone))}.`
      const change = { move: 'recast', actor: 'staff', by, reason } as const
      await moveCertificate(tx, { now: () => at }, old, change)
    }
    await save({ to: 'done', why: 'The recast is done.', email: 'trade-in-done-owner' })
  })
}

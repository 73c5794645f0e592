import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { CertificateRow } from '#app/.server/certificates/issue.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { isConfirmed } from '#app/.server/orders/order-link.ts'
import { findOrder, isToken } from '#app/.server/orders/repository.ts'
import { certificates } from '#app/.server/platform/db/certificate-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type TradeInTerms, tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import { formatRate, type PricePerGram } from '#app/domain/gold-price/rates.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { formatScale } from '#app/domain/money/grams.ts'
import type { BasisPoints } from '#app/domain/pricing/trade-in-value.ts'
import {
  offerAmount,
  rateOf,
  stampedFineness,
  tradeInRateToDecimal,
} from '#app/domain/trade-ins/offer.ts'
import type { TradeInKind } from '#app/domain/trade-ins/trade-in.ts'
import { brand } from '#brand'
import { certificatesOfBuyer, pieceOf, tradeInProblem, wasPassedOn } from '../claims.ts'
import { productionCostOf, ratesOf } from '../prices.ts'

/** For the person with the claim code of a certificate, who was asked for it before. */
export function tradeInOffers(app: AppContext, certificateId: string): Promise<TradeInOffers> {
  return withDatabase(app, async ({ orm }) => {
    const [row] = await orm.select().from(certificates).where(eq(certificates.id, certificateId))
    return row ? offersFor(app, orm, row) : { refusal: null, offers: [] }
  })
}

export type OrderTradeIn = TradeInOffers & {
  certificateId: string
  serial: string
  name: string
  size: string
}

/** For the buyer of an order, on the page that an email opened; null for any other link. */
export function orderTradeIns(
  app: AppContext,
  { token, confirmed }: { token: string; confirmed: string | null },
): Promise<OrderTradeIn[] | null> {
  return withDatabase(app, async ({ orm }) => {
    const order = isToken(token) ? await findOrder(orm, 'token', token) : null
    if (!order || !isConfirmed(app, order.id, confirmed)) return null
    const pieces: OrderTradeIn[] = []
    for (const row of await certificatesOfBuyer(orm, order.id)) {
      if (await wasPassedOn(orm, row.id)) continue
      const { certificateId, serial, name, size } = await pieceOf(orm, row)
      pieces.push({ ...(await offersFor(app, orm, row)), certificateId, serial, name, size })
    }
    return pieces
  })
}

/** What the shop would do with a piece, before it has seen it [TRADE-02]. */
async function offersFor(app: AppContext, orm: Orm, row: CertificateRow) {
  const terms = await tradeInTermsSetting.current(app)
  const { gold, mayQuote } = await currentGoldPrice(app)
  const refusal = await tradeInProblem(orm, row)
  const piece = {
    weight: row.actualMg,
    fineness: stampedFineness,
    productionCost: await productionCostOf(orm, await pieceOf(orm, row)),
  }
  const rates = ratesOf(terms)
  const offers = terms.kinds.map((kind) => {
    // Without a price that the shop sells at, it shows no sum that depends on one.
    const isPriced = kind === 'recast' || mayQuote
    // Of a recast what its owner pays; null: it is told once the piece was seen.
    const amount = isPriced ? offerAmount(kind, piece, gold.perGram, rates) : null
    const rate = rateOf(kind, rates)
    const words = wordsOf(kind, terms, { weight: row.actualMg, perGram: gold.perGram, amount })
    return { kind, amount, rate, ...words }
  })
  return { refusal, offers }
}

export type TradeInOffers = Awaited<ReturnType<typeof offersFor>>

function wordsOf(
  kind: TradeInKind,
  { exchangeRate, sellBackRate, offerDays, creditDays }: TradeInTerms,
  { weight, perGram, amount }: { weight: number; perGram: PricePerGram; amount: Cents | null },
) {
  const value = (rate: BasisPoints) =>
    `${formatScale(weight)} × .9999 × ${formatRate(perGram)} per gram × ${tradeInRateToDecimal(rate)}%.`
  const days = `${offerDays} ${offerDays === 1 ? 'day' : 'days'}`
  const makes = kind === 'recast' ? 'give you a quote' : 'make an offer'
  const holds = `${amount === null ? '' : 'This is an estimate. '}After we weigh and test your piece, we’ll ${makes} that’s good for ${days}.`
  const differs =
    'If it weighs less or tests below .9999, our offer will be lower. You can decline, and we’ll send it back.'
  const depends = 'It depends on the weight, the fineness, and the gold price on that day.'
  if (kind === 'recast') {
    return {
      how: `${brand.recastPrice} of what making a new one costs. You pay before we start.`,
      depends: 'It depends on the size. We use the gold of your piece.',
      holds,
      differs:
        'If your piece has lost gold, the recast will weigh less. We’ll check with you first.',
    }
  }
  if (kind === 'exchange') {
    const credit = `You’ll have ${creditDays} ${creditDays === 1 ? 'day' : 'days'} to use the credit. It can’t be transferred. If you don’t use it, we’ll send your piece back or extend the credit.`
    return { how: `${value(exchangeRate)} ${credit}`, depends, holds, differs }
  }
  const paid = 'We pay by check or bank transfer.'
  return { how: `${value(sellBackRate)} ${paid}`, depends, holds, differs }
}

import { and, eq } from 'drizzle-orm'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { metalValue } from '#app/domain/pricing/price.ts'
import type { TradeInRates } from '#app/domain/trade-ins/offer.ts'
import { brand } from '#brand'
import type { AppContext } from '../app-context.ts'
import { currentGoldPrice } from '../gold-price/queries/gold-price.ts'
import type { Orm } from '../platform/db/database.ts'
import { productionCosts } from '../platform/db/trade-in-schema.ts'
import type { TradeInTerms } from '../settings/trade-in-terms.ts'
import { type TradeInRow, tradeInRefused } from './change-trade-in.ts'

/** The rates that an offer of today is made at; what a recast costs is as the guarantee promises it. */
export const ratesOf = ({ exchangeRate, sellBackRate }: TradeInTerms): TradeInRates => ({
  exchange: exchangeRate,
  sellBack: sellBackRate,
  recast: brand.recastPrice,
})

/** What making a piece of this size costs; null where staff keep no figure of it. */
export async function productionCostOf(
  orm: Orm,
  { productId, size }: Pick<TradeInRow, 'productId' | 'size'>,
): Promise<Cents | null> {
  if (productId === null) return null
  const [found] = await orm
    .select({ cost: productionCosts.costCents })
    .from(productionCosts)
    .where(and(eq(productionCosts.productId, productId), eq(productionCosts.size, size)))
  return found ? cents(found.cost) : null
}

/** A gold price that the shop sells at, for an offer or an order. */
export async function goldForOffer(app: AppContext) {
  const { gold, mayQuote, goldPriceId } = await currentGoldPrice(app, { mustBeFresh: true })
  if (mayQuote && goldPriceId !== null) return { gold, goldPriceId }
  throw tradeInRefused('The gold price is too old to make an offer. Update it first.')
}

/** What a piece is insured for on its way to us: its metal value now; null where its weight is not known. */
export async function insuredValue(
  app: AppContext,
  { stampedMg }: Pick<TradeInRow, 'stampedMg'>,
): Promise<Cents | null> {
  if (stampedMg === null) return null
  const { gold } = await currentGoldPrice(app)
  return metalValue(stampedMg as Milligrams, gold.perGram)
}

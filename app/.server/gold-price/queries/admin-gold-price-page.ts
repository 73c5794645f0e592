import { desc } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { readProducts } from '#app/.server/catalog/product-rows.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { paginate } from '#app/.server/platform/pagination.ts'
import { ordersToDecide, withdrawalPreview } from '#app/.server/refunds/queries/withdrawal.ts'
import { storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import { type GoldSize, goldSizes } from '#app/domain/catalog/gold-size.ts'
import { protectedUntil } from '#app/domain/gold-price/acceptance.ts'
import { takenAtOf } from '#app/domain/gold-price/gold-price.ts'
import type { PricePerGram, PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { goldOf, marketOrCurrent } from '../repository.ts'
import {
  type CurrentGoldPrice,
  currentGoldPrice,
  goldPricesUnderReview,
  storedGoldPrice,
} from './gold-price.ts'

/** A stored price as staff read it; times in ISO 8601. */
export type ListedPrice = {
  id: number
  at: string
  perGram: PricePerGram
  perOunce: PricePerOunce
  source: string
  status: 'accepted' | 'held' | 'rejected' | 'withdrawn'
  /** Why it was on hold, rejected or withdrawn. */
  reason: string | null
  by: string | null
}

export type PricedProduct = { id: string; name: string; active: boolean; sizes: GoldSize[] }

const pricesOnAPage = 20
const productsOnAPage = 12
const noPage = { list: [], total: 0, page: 1, pages: 1 }

/** Never throws: what the database does not answer is left out, and `loaded` says so. */
export async function adminGoldPricePage(
  app: AppContext,
  { page, prices, withdraw }: { page: number; prices: number; withdraw: number | null },
  lastKnown = currentGoldPrice(app),
) {
  const now = app.now()
  const current = await stored(app)
  const { gold, state, lastUpdated } = current ?? (await lastKnown)
  const read = await withFallback(app, async ({ orm }) => ({
    market: await marketOrCurrent(orm, gold, now),
    held: await goldPricesUnderReview(app),
    prices: await storedGoldPrices(app, prices),
    products: await pricedProducts(app, page),
    withdrawal: withdraw === null ? null : await withdrawalPreview(orm, withdraw),
    toDecide: await ordersToDecide(orm),
    stop: await storedSellingStop(orm),
  }))
  const stop = read?.value.stop ?? null
  const until = protectedUntil(gold.source, lastUpdated ?? gold.takenAt, now)
  return {
    now: now.toISOString(),
    /** False where the database did not answer: then the price is the last one known [GADM-14]. */
    loaded: current !== null && read !== null,
    perGram: gold.perGram,
    perOunce: gold.perOunce,
    source: gold.source,
    /** Per gram: over 10% from it, a manual price must be confirmed [GADM-18]. */
    market: read?.value.market ?? gold.perGram,
    state,
    /** null for the default record, which was never true. */
    takenAt: takenAtOf(gold),
    lastUpdated: lastUpdated?.toISOString() ?? null,
    protectedUntil: until?.toISOString() ?? null,
    /** Why the last attempt to renew it failed, or null. */
    error: gold.errorMessage,
    fetches: app.goldFeeds.length > 0,
    refreshMinutes: Math.round(app.config.gold.refreshMs / 6000) / 10,
    held: (read?.value.held ?? []).map(
      ({ id, gold, reason, recordedAt }): ListedPrice => ({
        id,
        at: recordedAt.toISOString(),
        perGram: gold.perGram,
        perOunce: gold.perOunce,
        source: gold.source,
        status: 'held',
        reason,
        by: null,
      }),
    ),
    prices: read?.value.prices ?? noPage,
    products: read?.value.products ?? noPage,
    /** The current price in `prices`; null for the default record. */
    currentId: current?.goldPriceId ?? null,
    withdrawal: read?.value.withdrawal ?? null,
    toDecide: read?.value.toDecide ?? { list: [], total: 0 },
    /** Since when the shop sells nothing; null: it sells. */
    stop: stop && { ...stop, at: stop.at.toISOString() },
  }
}

/** All that the Gold Price tab shows. */
export type AdminGoldPricePage = Awaited<ReturnType<typeof adminGoldPricePage>>

async function stored(app: AppContext): Promise<CurrentGoldPrice | null> {
  try {
    return await storedGoldPrice(app)
  } catch (error) {
    app.log.error({ err: error }, 'the gold price could not be loaded for staff')
    return null
  }
}

/** What became of each price, and who of the staff had a hand in it [LIVE-05]. */
async function storedGoldPrices(app: AppContext, asked: number) {
  const { orm } = app.db
  const total = await orm.$count(goldPriceHistory)
  const { page, pages, limit, offset } = paginate(asked, total, pricesOnAPage)
  const rows = await orm
    .select()
    .from(goldPriceHistory)
    .orderBy(desc(goldPriceHistory.recordedAt), desc(goldPriceHistory.id))
    .limit(limit)
    .offset(offset)
  const list = rows.map((row): ListedPrice => {
    const { perGram, perOunce, source } = goldOf(row, null)
    return {
      id: row.id,
      at: (row.withdrawnAt ?? row.decidedAt ?? row.recordedAt).toISOString(),
      perGram,
      perOunce,
      source,
      status: row.status,
      reason: row.withdrawnReason ?? row.reason,
      by: row.withdrawnBy ?? row.setBy,
    }
  })
  return { list, total, page, pages }
}

/** Products with what prices them, hidden ones too, newest first; a page beyond the end is the last. */
async function pricedProducts(app: AppContext, asked: number) {
  const { orm } = app.db
  const total = await orm.$count(products)
  const { page, pages, limit, offset } = paginate(asked, total, productsOnAPage)
  const found = await readProducts(orm, undefined, { limit, offset })
  const list = found.map(({ id, name, active, attributes }) => ({
    id,
    name,
    active,
    sizes: goldSizes(attributes),
  }))
  return { list, total, page, pages }
}

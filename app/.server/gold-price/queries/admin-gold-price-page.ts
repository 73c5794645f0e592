import { desc } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { readProducts } from '#app/.server/catalog/product-rows.ts'
import {
  type OrderToDecide,
  ordersToDecide,
  type WithdrawalPreview,
  withdrawalPreview,
} from '#app/.server/payments/queries/withdrawal.ts'
import { goldPriceHistory, products } from '#app/.server/platform/db/schema.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { storedSellingStop } from '#app/.server/settings/queries/selling.ts'
import { type GoldSize, goldSizes } from '#app/domain/catalog/gold-size.ts'
import { protectedUntil } from '#app/domain/gold-price/acceptance.ts'
import { type GoldPriceState, takenAtOf } from '#app/domain/gold-price/gold-price.ts'
import type { PricePerGram, PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { goldOf, marketOrCurrent } from '../repository.ts'
import {
  type CurrentGoldPrice,
  currentGoldPrice,
  heldGoldPrices,
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
  /** Why it was held, rejected or withdrawn. */
  reason: string | null
  by: string | null
}

export type PricedProduct = { id: string; name: string; active: boolean; sizes: GoldSize[] }

/** All that the Gold Price tab shows. */
export type AdminGoldPricePage = {
  /** The server's clock, against which the countdown runs. */
  now: string
  /** False where the database did not answer: then the price is the last one known [GADM-14]. */
  loaded: boolean
  perGram: PricePerGram
  perOunce: PricePerOunce
  source: string
  /** Per gram: over 10% from it, a price set by hand is asked for twice [GADM-18]. */
  market: PricePerGram
  state: GoldPriceState
  /** null for the default record, which was never true. */
  takenAt: string | null
  lastUpdated: string | null
  protectedUntil: string | null
  /** Why the last attempt to renew it failed, or null. */
  error: string | null
  /** False where GOLD_SOURCES turned fetching off. */
  fetches: boolean
  refreshMinutes: number
  held: ListedPrice[]
  last: ListedPrice[]
  products: { list: PricedProduct[]; total: number; page: number; pages: number }
  /** The current price in `last`; null for the default record. */
  currentId: number | null
  /** A price that staff are about to withdraw. */
  withdrawal: WithdrawalPreview | null
  /** Paid at a price that was withdrawn. */
  toDecide: { list: OrderToDecide[]; total: number }
  /** Since when the shop sells nothing; null: it sells. */
  stop: { at: string; by: string; message: string } | null
}

const maxListed = 20
const productsOnAPage = 12

/** Never throws: what the database does not answer is left out, and `loaded` says so. */
export async function adminGoldPricePage(
  app: AppContext,
  { page, withdraw }: { page: number; withdraw: number | null },
  lastKnown = currentGoldPrice(app),
): Promise<AdminGoldPricePage> {
  const now = app.now()
  const current = await stored(app)
  const { gold, state, lastUpdated } = current ?? (await lastKnown)
  const read = await withFallback(app, async ({ orm }) => ({
    market: await marketOrCurrent(orm, gold),
    held: await heldGoldPrices(app),
    last: await lastGoldPrices(app),
    products: await pricedProducts(app, page),
    withdrawal: withdraw === null ? null : await withdrawalPreview(orm, withdraw),
    toDecide: await ordersToDecide(orm),
    stop: await storedSellingStop(orm),
  }))
  const stop = read?.value.stop ?? null
  const until = protectedUntil(gold.source, lastUpdated ?? gold.takenAt, now)
  return {
    now: now.toISOString(),
    loaded: current !== null && read !== null,
    perGram: gold.perGram,
    perOunce: gold.perOunce,
    source: gold.source,
    market: read?.value.market ?? gold.perGram,
    state,
    takenAt: takenAtOf(gold),
    lastUpdated: lastUpdated?.toISOString() ?? null,
    protectedUntil: until?.toISOString() ?? null,
    error: gold.errorMessage,
    fetches: app.goldFeeds.length > 0,
    refreshMinutes: Math.round(app.config.gold.refreshMs / 6000) / 10,
    held: (read?.value.held ?? []).map(({ id, gold, reason, recordedAt }) => ({
      id,
      at: recordedAt.toISOString(),
      perGram: gold.perGram,
      perOunce: gold.perOunce,
      source: gold.source,
      status: 'held',
      reason,
      by: null,
    })),
    last: read?.value.last ?? [],
    products: read?.value.products ?? { list: [], total: 0, page: 1, pages: 1 },
    currentId: current?.goldPriceId ?? null,
    withdrawal: read?.value.withdrawal ?? null,
    toDecide: read?.value.toDecide ?? { list: [], total: 0 },
    stop: stop && { ...stop, at: stop.at.toISOString() },
  }
}

async function stored(app: AppContext): Promise<CurrentGoldPrice | null> {
  try {
    return await storedGoldPrice(app)
  } catch (error) {
    app.log.error({ err: error }, 'the gold price could not be loaded for staff')
    return null
  }
}

/** What became of the last prices, and who of the staff had a hand in it [LIVE-05]. */
async function lastGoldPrices(app: AppContext): Promise<ListedPrice[]> {
  const list = await app.db.orm
    .select()
    .from(goldPriceHistory)
    .orderBy(desc(goldPriceHistory.recordedAt), desc(goldPriceHistory.id))
    .limit(maxListed)
  return list.map((row) => {
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
}

/** Products with what prices them, hidden ones too, newest first; a page beyond the end is the last. */
async function pricedProducts(
  app: AppContext,
  asked: number,
): Promise<AdminGoldPricePage['products']> {
  const { orm } = app.db
  const total = await orm.$count(products)
  const pages = Math.max(1, Math.ceil(total / productsOnAPage))
  const page = Number.isFinite(asked) ? Math.min(Math.max(1, Math.trunc(asked)), pages) : 1
  const found = await readProducts(orm, undefined, {
    limit: productsOnAPage,
    offset: (page - 1) * productsOnAPage,
  })
  const list = found.map(({ id, name, active, attributes }) => ({
    id,
    name,
    active,
    sizes: goldSizes(attributes),
  }))
  return { list, total, page, pages }
}

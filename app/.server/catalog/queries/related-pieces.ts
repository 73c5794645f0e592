import type { AppContext, CachedCatalog } from '#app/.server/app-context.ts'
import { stockOf } from '#app/domain/catalog/gold-size.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { relatedTo } from '#app/domain/catalog/related.ts'
import { startingPrice } from '#app/domain/catalog/starting-price.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { stockForShop } from '#app/domain/inventory/stock.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { currentCatalog } from './cached-catalog.ts'

/** Of a catalog at one gold price: what can be bought of it, and the price on each card. */
type Priced = { perGram: PricePerGram; pieces: Product[]; prices: Map<string, Cents | null> }

/** Worked out once for each gold price, not for each page. */
const pricedCatalogs = new WeakMap<CachedCatalog['onSale'], Priced>()

/** Other pieces in the shop that are not sold, from the catalog in memory [FACTS-11]. */
export async function relatedPieces(
  app: AppContext,
  product: Product,
  perGram: PricePerGram,
): Promise<Product[]> {
  const { onSale } = await currentCatalog(app)
  let priced = pricedCatalogs.get(onSale)
  if (priced?.perGram !== perGram) {
    priced = pricedAt(onSale, perGram)
    pricedCatalogs.set(onSale, priced)
  }
  const { pieces, prices } = priced
  return relatedTo(product, pieces, (piece) => prices.get(piece.id) ?? cardPrice(piece, perGram))
}

function pricedAt(onSale: readonly Product[], perGram: PricePerGram): Priced {
  const pieces = onSale.filter((piece) => !stockForShop(stockOf(piece)).isSold)
  const prices = new Map(pieces.map((piece) => [piece.id, cardPrice(piece, perGram)]))
  return { perGram, pieces, prices }
}

function cardPrice(piece: Product, perGram: PricePerGram): Cents | null {
  return startingPrice(piece, perGram)?.amount ?? null
}

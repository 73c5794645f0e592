import type { AppContext, CachedCatalog } from '#app/.server/app-context.ts'
import { type GoldSize, startingSize, stockOf } from '#app/domain/catalog/gold-size.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { indexRelated, type RelatedIndex, relatedTo } from '#app/domain/catalog/related.ts'
import { startingPrice } from '#app/domain/catalog/starting-price.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { stockForShop } from '#app/domain/inventory/stock.ts'
import { currentCatalog } from './cached-catalog.ts'

const sizes = new WeakMap<Product, GoldSize | null>()

/** Of a piece in memory, which never changes: its sizes are parsed from text once. */
export function startingSizeInMemory(piece: Product): GoldSize | null {
  const known = sizes.get(piece)
  if (known !== undefined) return known
  const size = startingSize(piece.attributes)
  sizes.set(piece, size)
  return size
}

/** Built once for each state of the catalog; a new gold price builds nothing. */
const indexes = new WeakMap<CachedCatalog['onSale'], RelatedIndex<Product>>()

/** Other pieces in the shop that are not sold, from the catalog in memory [FACTS-11, FACTS-21]. */
export async function relatedPieces(
  app: AppContext,
  product: Product,
  perGram: PricePerGram,
): Promise<Product[]> {
  const { onSale } = await currentCatalog(app)
  const priceOf = (piece: Product) =>
    startingPrice(piece, perGram, startingSizeInMemory(piece))?.amount ?? null
  let index = indexes.get(onSale)
  if (!index) {
    index = indexRelated(
      onSale.filter((piece) => !stockForShop(stockOf(piece)).isSold),
      priceOf,
    )
    indexes.set(onSale, index)
  }
  return relatedTo(product, index, priceOf)
}

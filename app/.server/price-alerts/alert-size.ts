import type { AppContext, CachedCatalog } from '#app/.server/app-context.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { sizeAddress } from '#app/domain/catalog/size-key.ts'

/** The size of an alert; null where the piece or the size is gone. */
export function alertSize(
  { byId }: Pick<CachedCatalog, 'byId'>,
  { productId, sizeKey }: { productId: string; sizeKey: string },
) {
  const product = byId.get(productId)
  const size = goldSizes(product?.attributes ?? []).find(({ key }) => key === sizeKey)
  if (!product || !size) return null
  const stock = size.stock ?? product.stock
  return { product, size, isForSale: product.active && stock?.pieces !== 0 }
}

export type AlertSize = NonNullable<ReturnType<typeof alertSize>>

/** `Sound Wave (Small)` */
export const alertName = ({ product, size }: AlertSize) => `${product.name} (${size.size.trim()})`

export const pieceLink = (app: AppContext, { product, size }: AlertSize) =>
  app.publicUrl + sizeAddress(`/product/${encodeURIComponent(product.id)}`, size.key)

/** The catalog as the database has it; null while it is unavailable, so that no alert is judged by another. */
export async function storedCatalog(app: AppContext): Promise<CachedCatalog | null> {
  const catalog = await currentCatalog(app)
  const isStored = app.cache.catalog === catalog
  return isStored && catalog.revision === app.revisions.of('catalog') ? catalog : null
}

import type { AppCache, AppContext } from '#app/.server/app-context.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { builtInPendants } from '#content/pendants/catalogue.ts'

export type Origin = 'database' | 'cached' | 'built-in'

/** Enough for a shop of tens of products, and little enough to be held and read. */
export const mostRemembered = 500
/** How old the memory of a catalogue too large for one page may become. */
const rememberEveryMs = 60_000

const readAt = new WeakMap<AppCache, number>()

/** Active products for the time the database is away: as last read well, else the built-in [D19]. */
export function catalogFromMemory(app: AppContext): {
  products: readonly Product[]
  origin: Exclude<Origin, 'database'>
} {
  const { products } = app.cache
  if (products) return { products, origin: 'cached' }
  return { products: builtInPendants, origin: 'built-in' }
}

export function remember(app: AppContext, products: readonly Product[]): void {
  app.cache.products = products
  readAt.set(app.cache, app.now().getTime())
}

/** The memory is missing, or old enough to be read anew. */
export function shouldRemember(app: AppContext): boolean {
  const at = readAt.get(app.cache)
  if (!app.cache.products || at === undefined) return true
  return Math.abs(app.now().getTime() - at) >= rememberEveryMs
}

/** One product as read just now; null where it is not on sale any more. */
export function rememberOne(app: AppContext, id: string, product: Product | null): void {
  const { products } = app.cache
  if (!products) return
  app.cache.products = products.flatMap((known) => {
    if (known.id !== id) return [known]
    return product ? [product] : []
  })
}

/**
 * After staff changed a product: what is remembered of it goes at once where it is not on sale any
 * more, and the next list that is read is remembered anew.
 */
export function refreshCatalogCache(
  app: AppContext,
  id: string,
  { onSale }: { onSale: boolean },
): void {
  if (!onSale) rememberOne(app, id, null)
  readAt.delete(app.cache)
}

import type { AppCache, AppContext, CachedCatalog } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { sizeOfKey } from '#app/domain/catalog/size-key.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { readProducts, readVersions, withId } from '../product-rows.ts'

/**
 * The catalog in memory, one per process. A save raises its revision in all processes; the next
 * reader then compares the versions of all products and reads those that changed
 * (docs/decisions/025-page-cache.md).
 */

const builtIn: CachedCatalog = {
  revision: -1,
  onSale: builtInPendants,
  byId: new Map(builtInPendants.map((product) => [product.id, product])),
  versions: new Map(),
}

/**
 * The catalog of now. While the database is unavailable the one last read, else the built-in
 * pendants [DATA-25, D19].
 */
export async function currentCatalog(app: AppContext): Promise<CachedCatalog> {
  if (app.cache.catalog?.revision !== app.revisions.of('catalog')) await refreshOnce(app)
  return app.cache.catalog ?? builtIn
}

/**
 * The key of a size of a product, in memory alone, for the page cache: null where the product has none
 * that is called so, undefined where what is in memory may be older than the last save.
 */
export function sizeKeyNow(app: AppContext, productId: string, asked: string) {
  const { catalog } = app.cache
  const isShowcase = app.config.database === 'none'
  if (!isShowcase && catalog?.revision !== app.revisions.of('catalog')) return undefined
  const product = (catalog ?? builtIn).byId.get(productId)
  return sizeOfKey(goldSizes(product?.attributes ?? []), asked)?.key ?? null
}

/**
 * The catalog with the revision of each product, to plan changes from; their code compares the
 * revisions again. Null for what no database holds.
 */
export async function catalogWithRevisions(app: AppContext) {
  const { byId, versions } = await currentCatalog(app)
  return {
    byId,
    revisionOf(id: string): number | null {
      const version = versions.get(id)
      return version === undefined ? null : Number(version.slice(0, version.indexOf(' ')))
    },
  }
}

/** Products were written, here or elsewhere: reads from now on see them. */
export function invalidateCatalog({ revisions }: Pick<AppContext, 'revisions'>): void {
  revisions.raise('catalog')
}

/** After a save of this process: read at once, lest the database go away before the next reader. */
export async function catalogChanged(app: AppContext): Promise<void> {
  invalidateCatalog(app)
  await currentCatalog(app)
}

const refreshes = new WeakMap<AppCache, { revision: number; done: Promise<unknown> }>()

/** All who ask after the same change wait for the same reading. */
async function refreshOnce(app: AppContext): Promise<void> {
  const { cache } = app
  const revision = app.revisions.of('catalog')
  let refresh = refreshes.get(cache)
  if (refresh?.revision !== revision) {
    refresh = { revision, done: withFallback(app, ({ orm }) => refreshCatalog(orm, app)) }
    refreshes.set(cache, refresh)
  }
  await refresh.done
  if (refreshes.get(cache) === refresh) refreshes.delete(cache)
}

/** Throws what the database throws; the catalog then stays as it was. */
export async function refreshCatalog(orm: Orm, app: AppContext): Promise<CachedCatalog> {
  const { cache } = app
  const { catalog: known } = cache
  const revision = app.revisions.of('catalog')
  const versions = await readVersions(orm)
  const changed: string[] = []
  for (const [id, version] of versions) {
    if (known?.versions.get(id) !== version) changed.push(id)
  }
  // Raised for nothing, as by a second notice of one save: what was worked out stands too.
  if (known && changed.length === 0 && versions.size === known.versions.size) {
    return keep(cache, { ...known, revision })
  }
  const read = new Map<string, Product>()
  if (changed.length > 0) {
    // Without a list of ids where nearly all are read, as the first time.
    const where = changed.length === versions.size ? undefined : withId(changed)
    for (const product of await readProducts(orm, where)) read.set(product.id, product)
  }
  const isChanged = new Set(changed)
  const onSale: Product[] = []
  const byId = new Map<string, Product>()
  for (const id of versions.keys()) {
    const product = isChanged.has(id) ? read.get(id) : known?.byId.get(id)
    if (!product) continue
    byId.set(id, product)
    if (product.active) onSale.push(product)
  }
  return keep(cache, { revision, onSale, byId, versions })
}

/** Another reading may have begun after a later change, and ended first. */
function keep(cache: AppCache, catalog: CachedCatalog): CachedCatalog {
  if (!cache.catalog || cache.catalog.revision <= catalog.revision) cache.catalog = catalog
  return catalog
}

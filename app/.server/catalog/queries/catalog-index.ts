import { setImmediate } from 'node:timers/promises'
import type { CachedCatalog } from '#app/.server/app-context.ts'
import type { Category, Product } from '#app/domain/catalog/product.ts'
import { categoryKey, prepareSearch } from '#app/domain/catalog/search.ts'
import { startingSizeInMemory } from './related-pieces.ts'

const indexes = new WeakMap<CachedCatalog['onSale'], CatalogIndex>()

export function catalogIndex({ onSale }: CachedCatalog) {
  let index = indexes.get(onSale)
  if (!index) {
    index = indexOf(onSale)
    indexes.set(onSale, index)
  }
  return index
}

/**
 * Works out ahead what the first visitor to search, and the first to open a piece's page, would wait
 * for: some tenths of a second with ten thousand products. A few products at a time, so that nobody
 * waits for that either.
 */
export async function prepareCatalog(catalog: CachedCatalog): Promise<void> {
  catalogIndex(catalog)
  for (const [at, product] of catalog.onSale.entries()) {
    if (at % productsAtATime === 0) await setImmediate()
    prepareSearch(product)
    startingSizeInMemory(product)
  }
}

const productsAtATime = 100

function indexOf(onSale: readonly Product[]) {
  const featured: Product[] = []
  const categories = new Map<string, Category>()
  const inCategory = new Map<string, Product[]>()
  const placeOfSlug = new Map<string, number>()
  const keys = new Map<string, string>()
  for (const [place, product] of onSale.entries()) {
    if (product.featured) featured.push(product)
    if (!placeOfSlug.has(product.slug)) placeOfSlug.set(product.slug, place)
    for (const category of product.categories) {
      categories.set(category.id, category)
      const key = keys.get(category.slug) ?? categoryKey(category.slug)
      keys.set(category.slug, key)
      const products = inCategory.get(key)
      if (!products) inCategory.set(key, [product])
      // Two categories of one product may differ in case alone.
      else if (products.at(-1) !== product) products.push(product)
    }
  }
  // By `categoryKey` of the slug; places in the list, by slug.
  return { featured, categories: byName([...categories.values()]), inCategory, placeOfSlug }
}

/**
 * What pages ask of the products on sale together. Worked out once for each catalog, not at each
 * request: every list is newest first, as the catalog is.
 */
type CatalogIndex = ReturnType<typeof indexOf>

const alphabet = new Intl.Collator('en')

/** Each category once, in alphabetical order. */
export function byName(categories: readonly Category[]): Category[] {
  const distinct = new Map(categories.map((category) => [category.id, category]))
  return [...distinct.values()].sort(
    (a, b) => alphabet.compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
  )
}

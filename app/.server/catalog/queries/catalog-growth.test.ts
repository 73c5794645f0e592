import { expect, it } from 'vitest'
import type { CachedCatalog } from '#app/.server/app-context.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { testShop } from '#tests/support/shop.ts'
import { collectionPage, featuredProducts, productIdOfSlug } from './catalog.ts'
import { prepareCatalog } from './catalog-index.ts'
import { relatedPieces } from './related-pieces.ts'

const price = (cents: number) => cents as PricePerGram

/** A shop with so many products, and how often anything of any of them was read. */
async function shopOf(count: number, change: (product: Product, at: number) => Product) {
  let reads = 0
  const onSale = Array.from({ length: count }, (_, at) => {
    const one = builtInPendants[at % builtInPendants.length] as Product
    const product = change({ ...one, id: `p${at}`, slug: `piece-${at}`, featured: at < 4 }, at)
    return new Proxy(product, {
      get(target, key) {
        reads += 1
        return Reflect.get(target, key)
      },
    })
  })
  const app = testShop({ db: null })
  const catalog: CachedCatalog = {
    revision: app.revisions.of('catalog'),
    onSale,
    byId: new Map(onSale.map((product) => [product.id, product])),
    versions: new Map(),
  }
  app.cache.catalog = catalog
  await prepareCatalog(catalog)
  await relatedPieces(app, onSale[0] as Product, price(1_300_000))
  return {
    app,
    piece: onSale[Math.floor(count / 2)] as Product,
    readsOf: async (work: () => Promise<unknown>) => {
      const before = reads
      await work()
      return reads - before
    },
  }
}

const catalogs: Record<string, (product: Product, at: number) => Product> = {
  'as the built-in pieces': (product) => product,
  'of one category': (product) => ({
    ...product,
    categories: builtInPendants[0]?.categories ?? [],
  }),
  'without a category': (product) => ({ ...product, categories: [] }),
  'of equal prices': (product) => ({
    ...product,
    attributes: builtInPendants[0]?.attributes ?? [],
  }),
  'without prices': (product) => ({ ...product, price: '', attributes: [] }),
}

it.each(Object.entries(catalogs))(
  'reads no more of 3,000 products than of 100, %s, also right after a new price [SCALE-08]',
  async (_, change) => {
    const [few, many] = [await shopOf(100, change), await shopOf(3000, change)]
    const work = {
      home: ({ app }) => featuredProducts(app),
      collection: ({ app }) => collectionPage(app, { q: '', category: '', page: 2 }),
      category: ({ app, piece }) =>
        collectionPage(app, { q: '', category: piece.categories[0]?.slug ?? 'none', page: 1 }),
      address: ({ app }) => productIdOfSlug(app, 'piece-50'),
      related: ({ app, piece }) => relatedPieces(app, piece, price(1_400_000)),
    } satisfies Record<string, (shop: typeof few) => Promise<unknown>>
    for (const [name, one] of Object.entries(work)) {
      const [ofFew, ofMany] = [
        await few.readsOf(() => one(few)),
        await many.readsOf(() => one(many)),
      ]
      // Neighbors in price differ, and with them how many are looked at.
      expect({ name, ofMany }).toEqual({ name, ofMany: Math.min(ofMany, ofFew + 30) })
    }
  },
)

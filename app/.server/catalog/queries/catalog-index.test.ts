import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Category, Product } from '#app/domain/catalog/product.ts'
import { categoryKey, matchesSearch } from '#app/domain/catalog/search.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { catalogOf } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { collectionPage, featuredProducts, productIdOfSlug } from './catalog.ts'
import { prepareCatalog } from './catalog-index.ts'

const [pendant] = builtInPendants as [Product]

/** Few names and slugs, so that they often meet; two categories may differ in case alone. */
const anyCategory: fc.Arbitrary<Category> = fc
  .constantFrom('water', 'Water', 'rings', ' Rings ', 'sky')
  .map((slug) => ({ id: `c ${slug}`, name: slug.trim(), slug }))
const anySlug = fc.constantFrom('salish-wave', 'Salish-Wave', 'raven', 'moon')
const anyCatalog = fc
  .array(
    fc.record({
      name: fc.constantFrom('Salish Wave', 'Raven', 'Moon'),
      slug: anySlug,
      short_description: fc.constantFrom('', '<p>A wave</p>'),
      description: fc.constantFrom('', '<p>Cast in gold</p>'),
      active: fc.boolean(),
      featured: fc.boolean(),
      categories: fc.uniqueArray(anyCategory, { maxLength: 3, selector: ({ id }) => id }),
    }),
    { maxLength: 60 },
  )
  .map((list) => list.map((parts, at): Product => ({ ...pendant, ...parts, id: `p${at}` })))

it('answers as if the whole catalog were looked through at each request [LIST-06, LIST-07, LIST-08, SCALE-01]', async () => {
  const q = fc.constantFrom('', ' ', 'WAVE', 'cast in', 'raven', 'nothing')
  const category = fc.constantFrom('', '  ', 'water', ' WATER ', 'rings', 'none')
  const page = fc.integer({ min: 0, max: 4 })
  const slug = fc.oneof(anySlug, fc.constantFrom('SALISH wave', 'Moon', 'nothing'))
  await fc.assert(
    fc.asyncProperty(anyCatalog, q, category, page, slug, async (all, q, category, page, slug) => {
      const app = testShop({ db: null })
      app.cache.catalog = catalogOf(all)
      const onSale = all.filter(({ active }) => active)

      const key = categoryKey(category)
      const found = onSale
        .filter(({ categories }) => !key || categories.some((c) => categoryKey(c.slug) === key))
        .filter(matchesSearch(q))
      const pages = Math.max(1, Math.ceil(found.length / 24))
      const shown = Math.min(Math.max(1, page), pages)
      const answer = await collectionPage(app, { q, category, page })
      expect(answer).toMatchObject({ total: found.length, page: shown, pages })
      expect(answer.products).toEqual(found.slice((shown - 1) * 24, shown * 24))
      const ids = new Set(onSale.flatMap(({ categories }) => categories.map(({ id }) => id)))
      expect(new Set(answer.categories.map(({ id }) => id))).toEqual(ids)
      expect(answer.categories).toHaveLength(ids.size)

      const featured = onSale.filter((product) => product.featured)
      expect(await featuredProducts(app)).toEqual({
        products: (featured.length > 0 ? featured : onSale).slice(0, 4),
        areFeatured: featured.length > 0,
      })
      const named = onSale.find((each) => each.slug === slug || each.slug === slugOf(slug))
      expect(await productIdOfSlug(app, slug)).toBe(named?.id ?? null)
    }),
  )
})

it('is computed again once the catalog changed [SCALE-01]', async () => {
  const app = testShop({ db: null })
  app.cache.catalog = catalogOf(builtInPendants)
  expect(await productIdOfSlug(app, pendant.slug)).toBe(pendant.id)
  app.cache.catalog = catalogOf(
    builtInPendants.map((each) => ({ ...each, slug: `new-${each.id}` })),
  )
  expect(await productIdOfSlug(app, pendant.slug)).toBeNull()
  expect(await productIdOfSlug(app, `new-${pendant.id}`)).toBe(pendant.id)
})

it('leaves nothing to be worked out for the first search once it was prepared [SCALE-01]', async () => {
  let reads = 0
  const all = Array.from(
    { length: 250 },
    (_, at): Product => ({
      ...pendant,
      id: `p${at}`,
      get description() {
        reads += 1
        return '<p>Cast in gold</p>'
      },
    }),
  )
  const app = testShop({ db: null })
  app.cache.catalog = catalogOf(all)
  await prepareCatalog(app.cache.catalog)
  expect(reads).toBe(all.length)
  expect(await collectionPage(app, { q: 'cast in', category: '', page: 1 })).toMatchObject({
    total: all.length,
  })
  expect(reads).toBe(all.length)
})

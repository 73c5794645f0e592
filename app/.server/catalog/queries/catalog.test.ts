import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import * as schema from '#app/.server/platform/db/catalog-schema.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { goldPrices } from '#app/.server/platform/db/gold-price-schema.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, insertCategories, insertProducts } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { invalidateCatalog } from './cached-catalog.ts'
import {
  activeProduct,
  categoriesByName,
  collectionPage,
  featuredProducts,
  productIdOfSlug,
  productsById,
} from './catalog.ts'

const everything = { q: '', category: '', page: 1 }
const ids = (products: readonly { id: string }[]) => products.map((product) => product.id)
const second = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, at))

onBothDatabases('the catalog', (open) => {
  it.each([
    { which: 'featured ones', isFeatured: (at: number) => at % 9 === 0 },
    { which: 'the newest', isFeatured: () => false },
  ])(
    'is not read whole for the first home page: $which [SCALE-09, HOME-07]',
    async ({ isFeatured }) => {
      const db = await open()
      await emptyCatalog(db)
      const list = Array.from({ length: 60 }, (_, at) => ({
        ...{ id: `p${at}`, featured: isFeatured(at), active: at % 6 !== 0 || at === 0 },
        createdAt: second(at),
      }))
      await insertProducts(db, list)
      const app = testShop({ db })
      const first = await featuredProducts(app)
      expect(app.cache.catalog).toBeNull()
      expect(first.products).toHaveLength(4)
      await collectionPage(app, everything)
      expect(app.cache.catalog).not.toBeNull()
      expect(await featuredProducts(app)).toEqual(first)
    },
  )

  it('reads whole products in the specified shape, newest first [DATA-01, DATA-04, DATA-06]', async () => {
    const app = testShop({ db: await open() })
    const page = await collectionPage(app, everything)
    expect(page).toMatchObject({ total: 8, page: 1, pages: 1 })
    expect(page.products).toEqual(builtInPendants)
    expect(ids(page.products)).toEqual(['5', '6', '7', '8', '9', '10', '11', '12'])
    for (const product of page.products) {
      expect(Object.keys(product).sort()).toEqual(
        [
          ...['id', 'name', 'slug', 'price', 'description', 'short_description', 'weight'],
          ...['dimensions', 'active', 'featured', 'images', 'attributes', 'categories'],
          ...['related_ids', 'shipping_class'],
        ].sort(),
      )
      expect(product).toMatchObject({ related_ids: [], shipping_class: '' })
    }
  })

  it('gives a new product a random id, two decimals and its defaults [DATA-02, DATA-03]', async () => {
    const { orm } = await open()
    const insert = (slug: string) =>
      orm
        .insert(schema.products)
        .values({
          name: 'New',
          slug,
          price: '7.5',
          dimensions: { length: '', width: '', height: '' },
        })
        .returning()
    const [one] = await insert('one')
    const [other] = await insert('other')
    expect(one).toMatchObject({ active: true, featured: false, price: '7.50' })
    expect(one?.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(other?.id).not.toBe(one?.id)
  })

  it('finds what is on sale by its slug, also as people write it, and nothing else [PDP-01, PDP-22, D21]', async () => {
    const db = await open()
    const app = testShop({ db })
    const [wave] = builtInPendants
    expect(await productIdOfSlug(app, wave?.slug ?? '')).toBe(wave?.id)
    expect(await productIdOfSlug(app, wave?.name ?? '')).toBe(wave?.id)
    for (const slug of ['', 'no-such-piece', '\0', '\ud800', 'x'.repeat(5000), wave?.id ?? '']) {
      expect(await productIdOfSlug(app, slug), JSON.stringify(slug.slice(0, 20))).toBeNull()
    }
    await db.orm.update(schema.products).set({ active: false, revision: 2 })
    invalidateCatalog(app)
    expect(await productIdOfSlug(app, wave?.slug ?? '')).toBeNull()
  })

  it('settles products of one moment by their id, the same at each reading [DATA-06]', async () => {
    const db = await open()
    await emptyCatalog(db)
    const at = second(0)
    await insertProducts(
      db,
      ['b', 'B', 'a-1', 'a1', 'é'].map((id, slug) => ({ id, slug: `s${slug}`, createdAt: at })),
    )
    await insertProducts(db, [{ id: 'newer', createdAt: second(1) }])
    const page = await collectionPage(testShop({ db }), everything)
    expect(ids(page.products)).toEqual(['newer', 'B', 'a-1', 'a1', 'b', 'é'])
  })

  it('joins images by order, attributes as given, and categories [DATA-07]', async () => {
    const db = await open()
    await insertCategories(db, [
      { id: 'c2', name: 'Second', slug: 'second' },
      { id: 'c1', name: 'First', slug: 'first' },
    ])
    await insertProducts(db, [
      {
        id: 'joined',
        images: [
          { src: '/2.svg', order: 2 },
          { src: 'https://example.com/0.svg', alt: 'Front', order: 0 },
          { src: '/1.svg', order: 1 },
        ],
        attributes: [{ name: 'Zinc', option: 'none' }, { name: 'Alloy' }, { name: 'Karat' }],
        categoryIds: ['c2', 'c1'],
      },
    ])
    const product = await activeProduct(testShop({ db }), 'joined')
    expect(product?.images.map(({ src, alt, order }) => [order, src, alt])).toEqual([
      [0, 'https://example.com/0.svg', 'Front'],
      [1, '/1.svg', 'Product image'],
      [2, '/2.svg', 'Product image'],
    ])
    expect(product?.attributes.map(({ name, option }) => [name, option])).toEqual([
      ['Zinc', 'none'],
      ['Alloy', ''],
      ['Karat', ''],
    ])
    expect(product?.categories.map(({ name }) => name)).toEqual(['Second', 'First'])
  })

  it('lists weight and dimensions, and leaves them empty on the detail view [DATA-05]', async () => {
    const db = await open()
    const measured = { weight: '14.7 g', dimensions: { length: '1', width: '2', height: '3' } }
    await insertProducts(db, [{ id: 'm', ...measured }])
    const app = testShop({ db })
    expect((await collectionPage(app, everything)).products[0]).toMatchObject(measured)
    expect(await activeProduct(app, 'm')).toMatchObject({
      weight: '',
      dimensions: { length: '', width: '', height: '' },
      shipping_class: '',
    })
  })

  it('hides inactive products from the list, the categories, the home and their own page [LIST-09, PDP-22, DATA-08, HOME-03]', async () => {
    const db = await open()
    await insertCategories(db, [{ id: 'hidden', name: 'Hidden', slug: 'hidden' }])
    await insertProducts(db, [
      { id: 'off', active: false, featured: true, categoryIds: ['hidden'], createdAt: second(9) },
    ])
    const app = testShop({ db })
    const page = await collectionPage(app, everything)
    expect(ids(page.products)).not.toContain('off')
    expect(page.total).toBe(8)
    expect(page.categories.map((category) => category.slug)).not.toContain('hidden')
    expect(ids((await featuredProducts(app)).products)).not.toContain('off')
    expect((await collectionPage(app, { ...everything, category: 'hidden' })).total).toBe(0)
    expect(await activeProduct(app, 'off')).toBeNull()
  })

  it('finds products by id, inactive ones too [DATA-09]', async () => {
    const db = await open()
    await insertProducts(db, [{ id: 'off', active: false }])
    const app = testShop({ db })
    const found = await productsById(app, ['off', '5', '5', 'unknown'], { mustBeFresh: true })
    expect([...found.keys()].sort()).toEqual(['5', 'off'])
    expect(found.get('off')).toMatchObject({ id: 'off', active: false, name: 'Piece off' })
    expect((await productsById(app, [])).size).toBe(0)
  })

  it('answers that there is none for ids of any kind, and never fails', async () => {
    const app = testShop({ db: await open() })
    const strange = [
      ...['nothing', '', 'a\0b', 'x'.repeat(10_000), '💍', '\ud83d', '../5', '5 ', '05'],
      ...["5' or '1'='1", '%', '{5}', 'NaN', '__proto__'],
    ]
    for (const id of strange) expect(await activeProduct(app, id)).toBeNull()
    expect((await productsById(app, strange, { mustBeFresh: true })).size).toBe(0)
  })

  it('does not bring back a deleted pendant on a healthy answer [PDP-22]', async () => {
    const db = await open()
    const app = testShop({ db })
    expect(await activeProduct(app, '7')).toMatchObject({ id: '7' })
    await db.orm.delete(schema.products).where(eq(schema.products.id, '7'))
    invalidateCatalog(app)
    expect(await activeProduct(app, '7')).toBeNull()
  })

  it('features the newest three, active and featured; the newest where none is featured [HOME-03, HOME-04, HOME-07]', async () => {
    const db = await open()
    await emptyCatalog(db)
    const app = testShop({ db })
    expect(await featuredProducts(app)).toEqual({ products: [], areFeatured: false })
    await insertProducts(db, [{ id: 'plain', createdAt: second(50) }])
    invalidateCatalog(app)
    const newest = await featuredProducts(app)
    expect([ids(newest.products), newest.areFeatured]).toEqual([['plain'], false])
    await insertProducts(
      db,
      [3, 1, 5, 4, 2].map((at) => ({ id: `f${at}`, featured: true, createdAt: second(at) })),
    )
    invalidateCatalog(app)
    expect(ids((await featuredProducts(app)).products)).toEqual(['f5', 'f4', 'f3', 'f2'])
  })

  it('offers exactly the categories of active products, by name [LIST-07]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await insertCategories(
      db,
      ['water', 'Émaux', 'Alpine', 'unused', 'zodiac'].map((name) => ({
        id: name,
        name,
        slug: name,
      })),
    )
    await insertProducts(db, [
      { id: 'a', categoryIds: ['zodiac', 'water'] },
      { id: 'b', categoryIds: ['water', 'Émaux', 'Alpine'] },
      { id: 'c', active: false, categoryIds: ['unused'] },
    ])
    const app = testShop({ db })
    const names = ['Alpine', 'Émaux', 'water', 'zodiac']
    for (const question of [everything, { q: 'nothing at all', category: 'water', page: 1 }]) {
      const page = await collectionPage(app, question)
      expect(page.categories.map((category) => category.name)).toEqual(names)
    }
    // The admin's list has the unused one too [DATA-14].
    expect((await categoriesByName(app)).map((category) => category.name)).toEqual(
      ['Alpine', 'Émaux', 'unused', 'water', 'zodiac'].sort(new Intl.Collator('en').compare),
    )
  })

  it('lists the categories for the form by name, and none on an error [DATA-14]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await insertCategories(
      db,
      ['zodiac', 'Émaux', 'water', 'Alpine', 'eagles'].map((name) => ({
        id: name,
        name,
        slug: name,
      })),
    )
    const app = testShop({ db })
    const names = async () => (await categoriesByName(app)).map(({ name }) => name)
    expect(await names()).toEqual(['Alpine', 'eagles', 'Émaux', 'water', 'zodiac'])
    await db.close()
    expect(await names()).toEqual([])
  })

  it('keeps products of a category, together with the search [LIST-08]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await insertCategories(db, [{ id: 'w', name: 'Open Water', slug: 'open-water' }])
    await insertProducts(db, [
      { id: 'in', name: 'Wave', categoryIds: ['w'] },
      { id: 'in-other', name: 'Stone', categoryIds: ['w'] },
      { id: 'out', name: 'Wave two' },
    ])
    const app = testShop({ db })
    const found = async (q: string, category: string) =>
      ids((await collectionPage(app, { q, category, page: 1 })).products).sort()
    expect(await found('', 'open-water')).toEqual(['in', 'in-other'])
    expect(await found('', '  OPEN-Water ')).toEqual(['in', 'in-other'])
    expect(await found('wave', 'open-water')).toEqual(['in'])
    expect(await found('wave', '')).toEqual(['in', 'out'])
    expect(await found('wave', 'unknown')).toEqual([])
    expect(await found('', 'open\0water')).toEqual([])
  })

  it('pages by 24 and answers the nearest page there is', async () => {
    const db = await open()
    await emptyCatalog(db)
    await insertProducts(
      db,
      Array.from({ length: 50 }, (_, at) => ({ id: `p${at}`, createdAt: second(at) })),
    )
    const app = testShop({ db })
    const seen: string[] = []
    for (const page of [1, 2, 3]) {
      const answer = await collectionPage(app, { ...everything, page })
      expect(answer).toMatchObject({ total: 50, page, pages: 3 })
      seen.push(...ids(answer.products))
    }
    expect(seen).toEqual(Array.from({ length: 50 }, (_, at) => `p${49 - at}`))
    for (const [asked, given] of [
      [4, 3],
      [1e12, 3],
      [0, 1],
      [-5, 1],
      [1.5, 1],
      [Number.NaN, 1],
    ] as const) {
      expect((await collectionPage(app, { ...everything, page: asked })).page).toBe(given)
    }
  })

  it('keeps a page small however large the catalog is', async () => {
    const db = await open()
    await db.orm.execute(sql`
      insert into products (id, name, slug, price, description, created_at)
      select 'n' || n, 'Number ' || n, 'n-' || n, 10, '<p>' || repeat('gold ', 100) || '</p>',
             timestamptz '2025-01-01' + n * interval '1 second'
      from generate_series(1, 2000) n`)
    const app = testShop({ db })
    const page = await collectionPage(app, { ...everything, page: 80 })
    expect(page).toMatchObject({ total: 2008, pages: 84 })
    expect(page.products).toHaveLength(24)
    expect((await collectionPage(app, { ...everything, q: 'number 1999' })).total).toBe(1)
    expect(app.cache.catalog?.onSale).toHaveLength(2008)
  })

  it('keeps the gold record under the names the specification reads [DATA-10]', async () => {
    const { orm } = await open()
    await orm.insert(goldPrices).values({
      id: 'current',
      price: '2886.32',
      pricePerGram: '92.77',
      change: '-29.77',
      changePercent: '-1.02',
      source: 'gold-api',
      bid: '2886',
      takenAt: second(0),
      lastUpdated: second(1),
    })
    const read = await rows(
      orm,
      sql`select price, change, change_percent, price_per_gram, last_updated, source, bid, ask, low,
                 high, error_message from gold_prices where id = 'current'`,
    )
    expect(read).toEqual([
      {
        price: '2886.3200',
        change: '-29.7700',
        change_percent: '-1.0200',
        price_per_gram: '92.7700',
        last_updated: '2026-01-01 00:00:01+00',
        source: 'gold-api',
        bid: '2886.0000',
        ask: null,
        low: null,
        high: null,
        error_message: null,
      },
    ])
  })
})

describe('without a database', () => {
  it('finds the built-in pendants by their slugs too [PDP-01, DATA-26]', async () => {
    const app = testShop({ db: null })
    for (const { id, slug } of builtInPendants) expect(await productIdOfSlug(app, slug)).toBe(id)
    expect(await productIdOfSlug(app, 'no-such-piece')).toBeNull()
  })

  it('has no categories to suggest [DATA-14]', async () => {
    expect(await categoriesByName(testShop({ db: null }))).toEqual([])
  })
})

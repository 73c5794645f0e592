import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { emptyCatalog, insertCategories, insertProducts } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { adminProducts, productOrders } from './admin-products.ts'

onBothDatabases('the Products tab', (open) => {
  const all = { q: '', order: 'newest', page: 1 } as const

  it('lists every product with price, pictures, state and categories, hidden ones too [ADM-02, ADM-03, D18]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await insertCategories(db, [{ id: 'c', name: 'Water', slug: 'water' }])
    await insertProducts(db, [
      {
        id: 'a',
        name: 'Wave',
        active: false,
        featured: true,
        price: '12.50',
        categoryIds: ['c'],
        images: [
          { src: '/second.svg', order: 1 },
          { src: '/first.svg', order: 0 },
        ],
        attributes: [
          { name: 'Gold Size: Small', option: 'Weight: 1g, Fee: $1' },
          { name: 'Height', option: '1 mm' },
        ],
      },
      { id: 'b', createdAt: new Date('2020-01-01') },
    ])
    expect(await adminProducts(testShop({ db }), all)).toMatchObject({
      total: 2,
      page: 1,
      pages: 1,
      answers: true,
      products: [
        {
          id: 'a',
          name: 'Wave',
          price: '12.50',
          active: false,
          featured: true,
          images: { first: '/first.svg', count: 2 },
          categories: ['Water'],
          attributes: [{ name: 'Gold Size: Small' }],
        },
        { id: 'b', active: true, images: { first: null, count: 0 }, categories: [] },
      ],
    })
  })

  it('finds by name alone, ignoring case, and takes signs as they are [ADM-04]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await insertProducts(db, [
      { id: 'a', name: 'Salish WAVE' },
      { id: 'b', name: 'Ring', description: '<p>wave</p>' },
      { id: 'c', name: '100% gold_ring' },
      { id: 'd', name: 'ÉTÉ' },
    ])
    const app = testShop({ db })
    const found = async (q: string) =>
      (await adminProducts(app, { ...all, q, order: 'name' })).products.map(({ id }) => id)
    expect(await found('wave')).toEqual(['a'])
    expect(await found(' salish  wave ')).toEqual(['a'])
    expect(await found('0%')).toEqual(['c'])
    expect(await found('d_r')).toEqual(['c'])
    expect(await found('été')).toEqual(['d'])
    expect(await found('nothing of the kind')).toEqual([])
  })

  it('finds a product by the name it was given later [ADM-04]', async () => {
    const db = await open()
    await db.orm.execute(sql`update products set name = '  ÅLAND   swell ' where id = '5'`)
    const { products } = await adminProducts(testShop({ db }), { ...all, q: 'åland SWELL' })
    expect(products.map(({ id }) => id)).toEqual(['5'])
  })

  it('never fails, whatever is looked for [ADM-04]', async () => {
    const app = testShop({ db: await open() })
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (q) => {
        expect((await adminProducts(app, { ...all, q })).answers).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('gives each product once over the pages of each order, in that order', async () => {
    const db = await open()
    await emptyCatalog(db)
    const count = 120
    await insertProducts(
      db,
      Array.from({ length: count }, (_, n) => ({
        id: `p${n}`,
        // Equal names, prices and times, so that only the id settles the order.
        name: `${'AbC'[n % 3]} piece`,
        price: `${n % 4}.00`,
        createdAt: new Date(2024, 0, 1 + (n % 5)),
      })),
    )
    const app = testShop({ db })
    for (const order of productOrders) {
      const pages = await Promise.all(
        [1, 2, 3].map((page) => adminProducts(app, { ...all, order, page })),
      )
      expect(pages.map(({ products }) => products.length)).toEqual([50, 50, 20])
      const products = pages.flatMap((page) => page.products)
      expect(new Set(products.map(({ id }) => id)).size).toBe(count)
      const keys = products.map(({ name, price }) =>
        order.endsWith('name') ? name.toLowerCase() : Number(price),
      )
      const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      if (order === 'newest') continue
      expect(keys).toEqual(order.startsWith('-') ? sorted.reverse() : sorted)
    }
    expect((await adminProducts(app, { ...all, page: 99 })).page).toBe(3)
    expect((await adminProducts(app, { ...all, page: Number.NaN })).page).toBe(1)
  })

  it('sorts by what each piece is sold for now, not by the price once stored [ADM-15]', async () => {
    const db = await open()
    await emptyCatalog(db)
    const size = (option: string) => [{ name: 'Gold Size: Small', option }]
    await insertProducts(db, [
      // At $100 a gram: $1,050, $1,600, $900, $1,000; stored the other way around.
      { id: 'light', price: '9.00', attributes: size('Weight: 10g, Fee: $50') },
      { id: 'heavy', price: '1.00', attributes: size('Weight: 15g, Fee: $100') },
      { id: 'fee', price: '8.00', attributes: size('Weight: 1g, Fee: $800') },
      { id: 'plain', price: '1000.00' },
    ])
    const app = testShop({ db })
    const sorted = async (order: 'price' | '-price') =>
      (await adminProducts(app, { ...all, order })).products.map(({ id }) => id)
    await setManualGoldPrice(app, byHand(1_000_000))
    expect(await sorted('price')).toEqual(['fee', 'plain', 'light', 'heavy'])
    expect(await sorted('-price')).toEqual(['heavy', 'light', 'plain', 'fee'])
    // At $80: $850, $1,300, $880, $1,000.
    await setManualGoldPrice(app, byHand(800_000))
    expect(await sorted('price')).toEqual(['light', 'fee', 'plain', 'heavy'])
  })

  it('says so where the database does not answer [D15]', async () => {
    const db = await open()
    await db.close()
    const nothing = { products: [], total: 0, page: 1, pages: 1, answers: false }
    expect(await adminProducts(testShop({ db }), all)).toEqual(nothing)
    expect(await adminProducts(testShop({ db: null }), all)).toEqual(nothing)
  })
})

import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { setupState } from '#app/.server/setup/queries/open-items.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { emptyCatalog, insertCategories, insertProducts } from '#tests/support/products.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { applyProductChange, undoProductChange } from '../commands/apply-product-change.ts'
import { deleteSamples } from '../commands/delete-product.ts'
import { planBulkChange } from '../commands/plan-bulk-change.ts'
import { updateProduct } from '../commands/save-product.ts'
import { switchProduct } from '../commands/switch-product.ts'
import { adminProducts, shownSamples as namedSamples, productOrders } from './admin-products.ts'
import { activeProduct, categoriesByName, collectionPage } from './catalog.ts'
import { productChangePage } from './product-changes.ts'

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

const by = 'ann@example.com'
const shownSamples = async (app: AppContext) => (await namedSamples(app)).map(({ id }) => id)
const hide = { fee: null, active: false, featured: null, category: null }

onBothDatabases('the sample pieces of a new shop', (open) => {
  it('are hidden by one change that can be undone; a piece is none once staff renamed it, in Setup as well [BULK-10, OPENING-02]', async () => {
    const { shop } = await sellingShop(await open())
    const all = builtInPendants.map(({ id }) => id)
    expect(await shownSamples(shop)).toEqual(all)
    await updateProduct(shop, { id: '7', revision: 1, by, changes: { name: 'Ours' } })
    // One that was saved under its name is a sample still.
    await updateProduct(shop, { id: '8', revision: 1, by, changes: { description: 'Gold.' } })
    const samples = await shownSamples(shop)
    expect(samples).toEqual(all.filter((id) => id !== '7'))
    const { open: items } = await setupState({ ...shop, orm: shop.db.orm })
    const said = items.find(({ sentence }) => sentence.includes('still shown'))?.sentence
    expect(said).toMatch(new RegExp(`^${samples.length} sample products are still shown`))
    expect(said).toContain('Low Sun')
    expect(said).not.toContain('Fir Cone')
    const id = await planBulkChange(shop, { chosen: { ids: samples }, change: hide, by })
    expect(await productChangePage(shop, id, 1)).toMatchObject({ hides: 'sample product' })
    await applyProductChange(shop, { id, by })
    expect(await shownSamples(shop)).toEqual([])
    expect(await activeProduct(shop, '5')).toBeNull()
    expect((await activeProduct(shop, '7'))?.name).toBe('Ours')
    await undoProductChange(shop, { id, by })
    expect(await activeProduct(shop, '5')).not.toBeNull()
  })
  it('are deleted together, without those that staff renamed or hid [BULK-11]', async () => {
    const { shop } = await sellingShop(await open())
    await updateProduct(shop, { id: '7', revision: 1, by, changes: { name: 'Ours' } })
    await switchProduct(shop, { id: '8', by, what: 'active', to: false })
    const ids = await shownSamples(shop)
    expect(ids).toHaveLength(builtInPendants.length - 2)
    const remove = (ids: readonly string[]) => deleteSamples(shop, { by, ids })
    expect(await refusal(remove(builtInPendants.map(({ id }) => id)))).toMatchObject({
      status: 409,
    })
    // As many, and others: a colleague hid one and showed another since.
    expect(await refusal(remove([...ids.slice(1), '8']))).toMatchObject({ status: 409 })
    expect(await shownSamples(shop)).toEqual(ids)
    expect(await remove(ids.toReversed())).toBe(ids.length)
    expect(await refusal(remove(ids))).toMatchObject({ status: 409 })
    expect(await shownSamples(shop)).toEqual([])
    const left = await adminProducts(shop, { q: '', order: 'name', page: 1 })
    expect(left.products.map(({ id }) => id).toSorted()).toEqual(['7', '8'])
    const deleted = (await auditLabels(shop)).filter((label) => label.includes('deleted'))
    expect(deleted).toHaveLength(ids.length)
  })

  it('take their categories along, and so does any other product that was the last of one [CAT-09]', async () => {
    const { shop } = await sellingShop(await open())
    const names = async () => (await categoriesByName(shop)).map(({ name }) => name)
    const inFilter = async () => {
      const { categories } = await collectionPage(shop, { q: '', category: '', page: 1 })
      return categories.map(({ name }) => name)
    }
    await updateProduct(shop, {
      ...{ id: '7', revision: 1, by },
      changes: { name: 'Ours', categories: ['Rings', 'Geometry'] },
    })
    const sampleNames = await names()
    expect(sampleNames).toContain('Rings')
    expect(sampleNames.length).toBeGreaterThan(2)
    await deleteSamples(shop, { by, ids: await shownSamples(shop) })
    expect(await names()).toEqual(['Geometry', 'Rings'])
    expect(await inFilter()).toEqual(['Geometry', 'Rings'])
    // A hidden product has its categories still, for staff.
    await switchProduct(shop, { id: '7', by, what: 'active', to: false })
    expect(await names()).toEqual(['Geometry', 'Rings'])
    // A save takes all categories off and puts back those that stay.
    await updateProduct(shop, { id: '7', revision: 3, by, changes: { categories: ['Rings'] } })
    expect(await names()).toEqual(['Rings'])
    const id = await planBulkChange(shop, {
      ...{ chosen: { ids: ['7'] }, by },
      change: { ...hide, active: null, category: { how: 'remove', name: 'Rings' } },
    })
    await applyProductChange(shop, { id, by })
    expect(await names()).toEqual([])
    await undoProductChange(shop, { id, by })
    expect(await names()).toEqual(['Rings'])
  })
})

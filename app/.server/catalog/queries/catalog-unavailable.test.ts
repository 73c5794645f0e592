import { Writable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import * as schema from '#app/.server/platform/db/catalog-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, insertProducts } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { invalidateCatalog } from './cached-catalog.ts'
import { activeProduct, collectionPage, featuredProducts, productsById } from './catalog.ts'

const everything = { q: '', category: '', page: 1 }

describe('the catalog without a database', () => {
  const app = testShop({ db: null })

  it('is exactly the eight built-in pendants, ids 5 to 12 [DATA-25]', async () => {
    const page = await collectionPage(app, everything)
    expect(page).toMatchObject({ total: 8, pages: 1 })
    expect(page.products).toEqual(builtInPendants)
    expect(page.products.map(({ id }) => id)).toEqual(['5', '6', '7', '8', '9', '10', '11', '12'])
    const home = await featuredProducts(app)
    expect(home).toMatchObject({ areFeatured: true })
    expect(home.products).toHaveLength(4)
    expect(home.products.every((product) => product.featured)).toBe(true)
  })

  it('still searches and filters them [LIST-06, LIST-08]', async () => {
    const [first] = builtInPendants
    const category = first?.categories[0]?.slug ?? ''
    const page = await collectionPage(app, {
      q: first?.name.toUpperCase() ?? '',
      category,
      page: 1,
    })
    expect(page.products).toEqual([first])
    expect(page.categories.map(({ name }) => name)).toEqual(
      [...new Set(builtInPendants.flatMap((p) => p.categories.map(({ name }) => name)))].sort(),
    )
  })

  it('gives the built-in product of an id, else none [DATA-26]', async () => {
    expect(await activeProduct(app, '8')).toMatchObject({ id: '8', weight: '' })
    for (const id of ['13', '4', '', 'a\0b', '💍']) {
      expect(await activeProduct(app, id)).toBeNull()
    }
    expect([...(await productsById(app, ['8', '99'])).keys()]).toEqual(['8'])
  })

  it('refuses where what is sold must be fresh', async () => {
    const refused = productsById(app, ['8'], { mustBeFresh: true })
    await expect(refused).rejects.toBeInstanceOf(AppError)
    await expect(refused).rejects.toMatchObject({ code: 'shop_unavailable', status: 503 })
  })
})

onBothDatabases('a catalog whose database fails', (open) => {
  it('is shown as last read well, changed and deleted products included [DATA-25, DATA-26]', async () => {
    const db = await open()
    await insertProducts(db, [{ id: 'own', name: 'Our own', featured: true }])
    await db.orm.delete(schema.products).where(eq(schema.products.id, '5'))
    const app = testShop({ db })
    const before = await collectionPage(app, everything)
    await db.close()

    for (const notice of [false, true]) {
      if (notice) invalidateCatalog(app)
      expect(await collectionPage(app, everything)).toEqual(before)
    }
    expect(await activeProduct(app, 'own')).toMatchObject({ name: 'Our own' })
    expect(await activeProduct(app, '5')).toBeNull()
    expect((await featuredProducts(app)).products[0]).toMatchObject({ id: 'own' })
    await expect(productsById(app, ['own'], { mustBeFresh: true })).rejects.toMatchObject({
      code: 'shop_unavailable',
    })
  })

  it('that was empty stays empty, and is not replaced by the built-in one [DATA-25]', async () => {
    const db = await open()
    await emptyCatalog(db)
    const app = testShop({ db })
    expect(await collectionPage(app, everything)).toMatchObject({ total: 0 })
    await db.close()
    invalidateCatalog(app)
    expect(await collectionPage(app, everything)).toMatchObject({ total: 0 })
    expect(await featuredProducts(app)).toMatchObject({ products: [], areFeatured: false })
  })

  it('that was never read shows the built-in pendants [DATA-25, DATA-26]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await db.close()
    const app = testShop({ db })
    expect(await collectionPage(app, everything)).toMatchObject({ products: builtInPendants })
    expect(await activeProduct(app, '6')).toMatchObject({ id: '6' })
  })

  it('does not show what was taken off sale on its own page just before', async () => {
    const db = await open()
    const app = testShop({ db })
    await featuredProducts(app)
    await db.orm
      .update(schema.products)
      .set({ active: false, revision: 2 })
      .where(eq(schema.products.id, '6'))
    invalidateCatalog(app)
    expect(await activeProduct(app, '6')).toBeNull()
    await db.close()
    invalidateCatalog(app)
    expect((await collectionPage(app, everything)).total).toBe(7)
    expect(await activeProduct(app, '6')).toBeNull()
  })

  it('is logged once an outage, not once a request', async () => {
    const lines: string[] = []
    const log = pino(
      new Writable({
        write(chunk, _, done) {
          lines.push(String(chunk))
          done()
        },
      }),
    )
    const db = await open()
    await db.close()
    const app = testShop({ db, log })
    for (let at = 0; at < 5; at += 1) await collectionPage(app, everything)
    expect(lines).toHaveLength(1)
    app.db = await open()
    expect((await collectionPage(app, everything)).total).toBe(8)
    expect(app.cache.catalog).not.toBeNull()
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch('the database can be read again')
  })

  it('is held whole, however large, and read again where something was saved', async () => {
    const db = await open()
    await insertProducts(
      db,
      Array.from({ length: 530 }, (_, at) => ({ id: `p${at}` })),
    )
    const app = testShop({ db })
    await collectionPage(app, everything)
    const read = app.cache.catalog
    expect(read?.onSale).toHaveLength(538)
    await db.orm
      .update(schema.products)
      .set({ name: 'Renamed', revision: 2 })
      .where(eq(schema.products.id, 'p3'))
    invalidateCatalog(app)
    expect(await activeProduct(app, 'p3')).toMatchObject({ name: 'Renamed' })
    // What did not change was not read again.
    expect(app.cache.catalog?.byId.get('p4')).toBe(read?.byId.get('p4'))
    await db.close()
    invalidateCatalog(app)
    const last = await collectionPage(app, { ...everything, page: 23 })
    expect(last).toMatchObject({ total: 538, page: 23, pages: 23 })
    expect(last.products).toHaveLength(10)
  })

  it('is never older than the last notice, though an earlier reading ends later', async () => {
    const db = await open()
    const app = testShop({ db })
    const reading = collectionPage(app, everything)
    await db.orm
      .update(schema.products)
      .set({ name: 'Renamed', revision: 2 })
      .where(eq(schema.products.id, '6'))
    invalidateCatalog(app)
    await Promise.all([reading, activeProduct(app, '6')])
    expect(await activeProduct(app, '6')).toMatchObject({ name: 'Renamed' })
  })

  it('sells no older product than the database has, though no notice came [QUOTE-01]', async () => {
    const db = await open()
    const app = testShop({ db })
    await collectionPage(app, everything)
    await db.orm
      .update(schema.products)
      .set({ name: 'Renamed', revision: 2 })
      .where(eq(schema.products.id, '6'))
    await db.orm.delete(schema.products).where(eq(schema.products.id, '7'))
    const sold = await productsById(app, ['5', '6', '7'], { mustBeFresh: true })
    expect([...sold.values()].map(({ name }) => name)).toEqual(['Sound Wave', 'Renamed'])
  })
})

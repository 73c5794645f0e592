import { Writable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import * as schema from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { builtInPendants } from '#content/pendants/catalogue.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, insertProducts } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { activeProduct, collectionPage, featuredProducts, productsById } from './catalog.ts'

const everything = { q: '', category: '', page: 1 }

describe('the catalogue without a database', () => {
  const app = testShop({ db: null })

  it('is exactly the eight built-in pendants, ids 5 to 12 [DATA-25]', async () => {
    const page = await collectionPage(app, everything)
    expect(page).toMatchObject({ total: 8, pages: 1, origin: 'built-in' })
    expect(page.products).toEqual(builtInPendants)
    expect(page.products.map(({ id }) => id)).toEqual(['5', '6', '7', '8', '9', '10', '11', '12'])
    const home = await featuredProducts(app)
    expect(home).toMatchObject({ anyActive: true, origin: 'built-in' })
    expect(home.products).toHaveLength(3)
    expect(home.products.every((product) => product.featured)).toBe(true)
  })

  it('searches and filters them all the same [LIST-06, LIST-08]', async () => {
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

onBothDatabases('a catalogue whose database fails', (open) => {
  it('is shown as last read well, changed and deleted products included [DATA-25, DATA-26]', async () => {
    const db = await open()
    await insertProducts(db, [{ id: 'own', name: 'Our own', featured: true }])
    await db.orm.delete(schema.products).where(eq(schema.products.id, '5'))
    const app = testShop({ db })
    const before = await collectionPage(app, everything)
    await db.close()

    const page = await collectionPage(app, everything)
    expect(page).toEqual({ ...before, origin: 'cached' })
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
    expect(await collectionPage(app, everything)).toMatchObject({ total: 0, origin: 'database' })
    await db.close()
    expect(await collectionPage(app, everything)).toMatchObject({ total: 0, origin: 'cached' })
    expect(await featuredProducts(app)).toMatchObject({ products: [], anyActive: false })
  })

  it('that was never read shows the built-in pendants [DATA-25, DATA-26]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await db.close()
    const app = testShop({ db })
    expect(await collectionPage(app, everything)).toMatchObject({ total: 8, origin: 'built-in' })
    expect(await activeProduct(app, '6')).toMatchObject({ id: '6' })
  })

  it('does not show what was taken off sale on its own page just before', async () => {
    const db = await open()
    const app = testShop({ db })
    await featuredProducts(app)
    await db.orm.update(schema.products).set({ active: false }).where(eq(schema.products.id, '6'))
    expect(await activeProduct(app, '6')).toBeNull()
    await db.close()
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
    expect((await collectionPage(app, everything)).origin).toBe('database')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch('the database can be read again')
  })

  it('remembers the newest 500 of a large one, anew once a minute', async () => {
    const db = await open()
    await insertProducts(
      db,
      Array.from({ length: 30 }, (_, at) => ({ id: `p${at}` })),
    )
    let now = new Date('2026-01-01T00:00:00Z')
    const app = testShop({ db, now: () => now })
    await collectionPage(app, everything)
    expect(app.cache.products).toHaveLength(38)
    await db.orm.delete(schema.products).where(eq(schema.products.id, 'p3'))
    await collectionPage(app, everything)
    expect(app.cache.products).toHaveLength(38)
    now = new Date('2026-01-01T00:01:00Z')
    await collectionPage(app, everything)
    expect(app.cache.products).toHaveLength(37)
    await db.close()
    const second = await collectionPage(app, { ...everything, page: 2 })
    expect(second).toMatchObject({ total: 37, page: 2, pages: 2, origin: 'cached' })
    expect(second.products).toHaveLength(13)
  })
})

import { eq, type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { createApp } from '#app/.server/app.ts'
import { readConfig } from '#app/.server/config.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import * as schema from '#app/.server/platform/db/catalog-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { insertProducts } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { readVersions, savedAt } from '../product-rows.ts'
import { currentCatalog, invalidateCatalog } from './cached-catalog.ts'
import { catalogIndex } from './catalog-index.ts'
import { isTooFine } from './too-fine-weights.ts'

const { products } = schema

/** What staff do to one product, past the commands. */
const changes = {
  save: (db: Database, id: string, n: number) =>
    db.orm
      .update(products)
      .set({ name: `Name ${n}`, revision: sql`products.revision + 1` })
      .where(eq(products.id, id)),
  hide: (db: Database, id: string) =>
    db.orm
      .update(products)
      .set({ active: false, revision: sql`products.revision + 1` })
      .where(eq(products.id, id)),
  remove: (db: Database, id: string) => db.orm.delete(products).where(eq(products.id, id)),
  // Deleted and made again under the same id, as by a restore: its revision is the first again.
  replace: async (db: Database, id: string, n: number) => {
    await db.orm.delete(products).where(eq(products.id, id))
    const updatedAt = new Date(Date.UTC(2030, 0, 1) + n)
    await insertProducts(db, [{ id, name: `Replaced ${n}`, updatedAt }])
  },
}

onBothDatabases('the catalog after saves', (open) => {
  it('is what a reading of everything would give, whatever was saved, hidden, deleted and replaced [SCALE-02, DATA-31]', async () => {
    const db = await open()
    // Ids may hold anything; even what separates the parts of an answer.
    const ids = ['a', 'b c', '1 2 3', '"quoted"', '5', '6', '\\n']
    const app = testShop({ db })
    const anyChange = fc.record({
      change: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
      id: fc.constantFrom(...ids),
    })
    let n = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 4 }), async (done) => {
        for (const { change, id } of done) {
          n += 1
          await changes[change](db, id, n)
        }
        invalidateCatalog(app)
        const refreshed = await currentCatalog(app)
        const anew = await currentCatalog(testShop({ db }))
        expect(refreshed.onSale).toEqual(anew.onSale)
        expect([...refreshed.byId]).toEqual([...anew.byId])
        expect(refreshed.versions).toEqual(anew.versions)
      }),
      { numRuns: 15 },
    )
  })

  it('keeps what was worked out where nothing changed [SCALE-01]', async () => {
    const app = testShop({ db: await open() })
    const before = await currentCatalog(app)
    invalidateCatalog(app)
    const after = await currentCatalog(app)
    expect(after.revision).toBe(app.revisions.of('catalog'))
    expect(after.onSale).toBe(before.onSale)
    expect(catalogIndex(after)).toBe(catalogIndex(before))
  })

  it('knows when each product was saved [SEO-05]', async () => {
    const db = await open()
    const updatedAt = new Date('2026-02-03T04:05:06.789Z')
    await insertProducts(db, [{ id: 'a b', updatedAt }])
    const version = (await readVersions(db.orm)).get('a b') ?? ''
    expect(savedAt(version).getTime()).toBe(updatedAt.getTime())
  })

  it('finds what changed, and sizes that are warned of, in an index [SCALE-02, SCALE-04]', async () => {
    const db = await open()
    const planOf = (query: SQL) =>
      db.orm.transaction(async (tx) => {
        // A few rows are looked through as quickly; the index is what is asked about.
        await tx.execute(sql`set local enable_seqscan = off`)
        return JSON.stringify(await tx.execute(sql`explain ${query}`))
      })
    const versions = sql`select revision, date_part('epoch', updated_at), id
      from products order by created_at desc, id collate "C"`
    expect(await planOf(versions)).toContain('Index Only Scan using products_newest')
    const tooFine = sql`select product_id from product_attributes a where ${isTooFine}`
    expect(await planOf(tooFine)).toContain('product_attributes_too_fine')
  })

  it('is not read again because of a new gold price [SCALE-03]', async () => {
    const database = await open()
    const settings = { DATABASE_URL: 'none', GOLD_SOURCES: 'none', LOG_LEVEL: 'silent' }
    const shop = await createApp(readConfig(settings), { database })
    try {
      const { context } = shop
      const read = await currentCatalog(context)
      await vi.waitFor(() => expect(read.revision).toBe(context.revisions.of('catalog')))
      const priced = context.revisions.of('gold_price')
      await setManualGoldPrice(context, byHand(1_000_000))
      await vi.waitFor(() => expect(context.revisions.of('gold_price')).toBeGreaterThan(priced))
      expect(await currentCatalog(context)).toBe(read)
    } finally {
      await shop.close()
    }
  })
})

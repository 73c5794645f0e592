import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import {
  productCategories,
  productCategoryMappings,
} from '#app/.server/platform/db/catalog-schema.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { emptyCatalog, insertCategories, insertProducts } from '#tests/support/products.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { updateProduct } from './commands/save-product.ts'
import { categoryCalled } from './product-parts.ts'

onPostgres('a category', (open) => {
  it('stays while a product is given it, also where it leaves its last one at that moment [CAT-10]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await insertCategories(db, [{ id: 'w', name: 'Water', slug: 'water' }])
    await insertProducts(db, [{ id: 'a', categoryIds: ['w'] }, { id: 'b' }])
    const of = (productId: string) => eq(productCategoryMappings.productId, productId)
    let isDone = false
    let leaves = Promise.resolve()
    await db.orm.transaction(async (tx) => {
      const categoryId = await categoryCalled(tx, 'water')
      leaves = db.orm
        .transaction(async (other) => {
          await other.delete(productCategoryMappings).where(of('a'))
        })
        .then(() => {
          isDone = true
        })
      // At its end it waits for this transaction; without a lock it ends, and takes the category along.
      await expect
        .poll(async () => {
          const [found] = await rows<{ waits: boolean }>(
            db.orm,
            sql`select exists (select from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock') as waits`,
          )
          return isDone || found?.waits
        })
        .toBe(true)
      await tx.insert(productCategoryMappings).values({ productId: 'b', categoryId, position: 0 })
    })
    await leaves
    expect(await db.orm.select().from(productCategories)).toMatchObject([{ name: 'Water' }])
    expect(await db.orm.select().from(productCategoryMappings)).toMatchObject([{ productId: 'b' }])
  })

  it('is put back by two saves at the same moment, and neither is refused [CAT-10]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await insertCategories(db, [{ id: 'w', name: 'Water', slug: 'water' }])
    await insertProducts(db, [
      { id: 'a', categoryIds: ['w'] },
      { id: 'b', categoryIds: ['w'] },
    ])
    const { shop } = await sellingShop(db)
    for (let revision = 1; revision <= 5; revision += 1) {
      const changes = { name: `Number ${revision}`, categories: ['Water'] }
      const save = (id: string) => updateProduct(shop, { id, revision, by: 'ann', changes })
      await Promise.all([save('a'), save('b')])
    }
    expect(await db.orm.select().from(productCategories)).toMatchObject([{ name: 'Water' }])
  })

  it('is exchanged crosswise by two saves at the same moment, and neither is refused [CAT-11]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await insertCategories(db, [
      { id: 'f', name: 'Fire', slug: 'fire' },
      { id: 'w', name: 'Water', slug: 'water' },
    ])
    await insertProducts(db, [
      { id: 'a', categoryIds: ['f'] },
      { id: 'b', categoryIds: ['w'] },
    ])
    const { shop } = await sellingShop(db)
    for (let revision = 1; revision <= 8; revision += 1) {
      const isOdd = revision % 2 === 1
      const save = (id: string, category: string) =>
        updateProduct(shop, { id, revision, by: 'ann', changes: { categories: [category] } })
      await Promise.all([save('a', isOdd ? 'Water' : 'Fire'), save('b', isOdd ? 'Fire' : 'Water')])
    }
    const all = await db.orm.select().from(productCategories).orderBy(productCategories.name)
    expect(all).toMatchObject([{ name: 'Fire' }, { name: 'Water' }])
  })
})

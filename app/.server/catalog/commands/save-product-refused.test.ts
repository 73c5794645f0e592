import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Database } from '#app/.server/platform/db/database.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { productToSave as toSave } from '#tests/support/product-drafts.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { adminProduct } from '../queries/admin-product.ts'
import { activeProduct } from '../queries/catalog.ts'
import { deleteProduct } from './delete-product.ts'
import { createProduct, updateProduct } from './save-product.ts'

const by = 'ada@example.com'

/** Everything the shop keeps of its products, to see that nothing moved. */
async function everything({ orm }: Database) {
  const tables = ['products', 'product_images', 'product_attributes', 'product_category_mappings']
  const contents = await Promise.all(
    [...tables, 'product_categories', 'audit_log'].map(async (table) => {
      const result = await orm.execute(sql.raw(`select * from ${table} order by 1, 2, 3`))
      return (result as unknown as { rows: unknown[] }).rows
    }),
  )
  return JSON.stringify(contents)
}

/** The database refuses every such statement, with its own message. */
async function refuses({ orm }: Database, event: string, table: string) {
  await orm.execute(
    sql.raw(`create function refuse() returns trigger language plpgsql
    as $$ begin raise exception 'no ${event} today'; end $$`),
  )
  await orm.execute(
    sql.raw(`create trigger refuse before ${event} on ${table}
    for each row execute function refuse()`),
  )
}

onBothDatabases('a product that cannot be saved as asked', (open) => {
  it('refuses a slug twice, and names it [D21]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await createProduct(shop, { by, product: toSave() })
    const before = await everything(db)
    const problem = await refusal(createProduct(shop, { by, product: toSave() }))
    expect(problem.message).toBe('Another product has the web address “salish-wave”.')
    expect(problem.details).toEqual({ at: 'slug' })
    const other = updateProduct(shop, {
      id: '5',
      revision: 1,
      by,
      changes: toSave(),
    })
    expect((await refusal(other)).code).toBe('slug_taken')
    expect(await everything(db)).toBe(before)
  })

  it.each([
    ['insert', 'product_images'],
    ['insert', 'product_attributes'],
    ['delete', 'product_images'],
    ['delete', 'product_attributes'],
    ['delete', 'product_category_mappings'],
    ['insert', 'audit_log'],
  ])(
    'stays whole where the database fails at %s on %s, and says why [DATA-23, FORM-15, FORM-20, D15]',
    async (event, table) => {
      const db = await open()
      const { shop } = await sellingShop(db)
      const { id } = await createProduct(shop, { by, product: toSave() })
      await refuses(db, event, table)
      const before = await everything(db)
      const changes = toSave({ name: 'Half', categories: ['New'] })
      const problem = await refusal(updateProduct(shop, { id, revision: 1, by, changes }))
      expect(problem).toMatchObject({ status: 503, message: `no ${event} today` })
      expect(await everything(db)).toBe(before)
    },
  )

  it('stores nothing of a new product whose attributes fail [DATA-23, FORM-20]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await refuses(db, 'insert', 'product_attributes')
    const before = await everything(db)
    const problem = await refusal(createProduct(shop, { by, product: toSave() }))
    expect(problem.message).toBe('no insert today')
    expect(await everything(db)).toBe(before)
  })

  it.each(['product_categories', 'product_category_mappings'])(
    'skips a category that fails at %s, names it, and saves the rest [DATA-24, D20]',
    async (table) => {
      const db = await open()
      const { shop } = await sellingShop(db)
      await refuses(db, 'insert', table)
      const { id, skipped } = await createProduct(shop, {
        by,
        product: toSave({ categories: ['Unheard of'] }),
      })
      expect(skipped).toEqual(['Unheard of'])
      expect(await activeProduct(shop, id)).toMatchObject({ name: 'Salish Wave', categories: [] })
    },
  )

  it('skips only the category whose slug belongs to another [DATA-24, D20]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, skipped } = await createProduct(shop, {
      by,
      product: toSave({ categories: ['Low tide', 'low-tide', 'Water'] }),
    })
    expect(skipped).toEqual(['low-tide'])
    expect((await activeProduct(shop, id))?.categories.map(({ name }) => name)).toEqual([
      'Low tide',
      'Water',
    ])
  })

  it('refuses a save begun from an older one, with the newer one beside it', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const { id } = await createProduct(shop, { by, product: toSave() })
    const theirs = toSave({ name: 'Theirs' })
    await updateProduct(shop, { id, revision: 1, by: 'bob@example.com', changes: theirs })
    const before = await everything(db)
    const mine = { id, by, changes: toSave({ name: 'Mine' }) }
    const problem = await refusal(updateProduct(shop, { ...mine, revision: 1 }))
    expect(problem).toMatchObject({ code: 'product_changed', status: 409 })
    expect(problem.message).toContain('bob@example.com saved this product after you opened it')
    expect(problem.details.newer).toMatchObject({
      revision: 2,
      by: 'bob@example.com',
      draft: { name: 'Theirs' },
    })
    expect(await everything(db)).toBe(before)
    // Knowingly over it.
    await updateProduct(shop, { ...mine, revision: 2 })
    expect(await activeProduct(shop, id)).toMatchObject({ name: 'Mine' })
  })

  it('counts a save that is sent again, or that stores what is stored, as done [FORM-32]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const categories = ['Water', 'Low tide']
    const { id } = await createProduct(shop, { by, product: toSave() })
    const mine = { id, revision: 1, by, changes: toSave({ name: 'Mine', categories }) }
    await updateProduct(shop, mine)
    const before = await everything(db)
    // The answer was lost, and `Update Product` is pressed again.
    expect(await updateProduct(shop, mine)).toMatchObject({ id, skipped: [] })
    expect(await everything(db)).toBe(before)
    // A colleague who asks for the same did not see it: a count, say, is another difference.
    expect(await refusal(updateProduct(shop, { ...mine, by: 'bob@example.com' }))).toMatchObject({
      code: 'product_changed',
    })
    for (const other of [{ name: 'Other' }, { categories: ['Water'] }, { featured: true }]) {
      const changes = { ...mine.changes, ...other }
      expect(await refusal(updateProduct(shop, { ...mine, changes }))).toMatchObject({
        code: 'product_changed',
      })
    }
  })

  it('lets one of two saves at the same moment through', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await createProduct(shop, { by, product: toSave() })
    const save = (name: string) =>
      updateProduct(shop, { id, revision: 1, by, changes: toSave({ name }) })
    const results = await Promise.allSettled([save('One'), save('Two')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('says that a product was deleted in the meantime, and makes nothing', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const { id } = await createProduct(shop, { by, product: toSave() })
    await deleteProduct(shop, { id, by })
    const problem = await refusal(updateProduct(shop, { id, revision: 1, by, changes: toSave() }))
    expect(problem).toMatchObject({
      code: 'product_gone',
      message: 'This product was deleted in the meantime.',
    })
    expect(await adminProduct(shop, id)).toBeNull()
  })

  it('keeps a product whose deletion fails, and says why [ADM-08]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await refuses(db, 'delete', 'product_images')
    const before = await everything(db)
    const problem = await refusal(deleteProduct(shop, { id: '5', by }))
    expect(problem.message).toBe('no delete today')
    expect(await everything(db)).toBe(before)
  })

  it('never reports success once the database is away [FORM-20, D15]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await db.close()
    for (const work of [
      createProduct(shop, { by, product: toSave() }),
      updateProduct(shop, { id: '5', revision: 1, by, changes: toSave() }),
    ]) {
      const problem = await refusal(work)
      expect(problem.status).toBe(503)
      expect(problem.message).not.toBe('')
    }
    expect((await refusal(deleteProduct(shop, { id: '5', by }))).status).toBe(503)
  })
})

describe('without a database', () => {
  it('a showcase mocks every write, marked as such [FORM-19, ADM-11, D6]', async () => {
    const app = testShop({ db: null })
    expect(await createProduct(app, { by, product: toSave() })).toMatchObject({ mocked: true })
    expect(await updateProduct(app, { id: '5', revision: 1, by, changes: toSave() })).toMatchObject(
      { id: '5', mocked: true },
    )
    expect(await deleteProduct(app, { id: '5', by })).toMatchObject({ mocked: true })
  })

  it('a shop whose database never answered refuses [FORM-20, D6]', async () => {
    const { config } = testShop({ db: null })
    const app = testShop({ db: null, config: { ...config, database: 'postgresql' } })
    for (const work of [
      createProduct(app, { by, product: toSave() }),
      updateProduct(app, { id: '5', revision: 1, by, changes: toSave() }),
      deleteProduct(app, { id: '5', by }),
      adminProduct(app, '5'),
    ]) {
      expect((await refusal(work)).status).toBe(503)
    }
  })

  it('says Failed to save product where the failure has no message of its own [FORM-15, ADM-09]', async () => {
    // One that is none of a database's, and one of a trigger that raised an empty message.
    let failure: Error = new Error('something inside')
    const orm = { transaction: () => Promise.reject(failure) }
    const { config } = testShop({ db: null })
    const app = testShop({
      db: { orm, close: async () => undefined } as unknown as Database,
      config: { ...config, database: 'embedded' },
    })
    const problem = await refusal(createProduct(app, { by, product: toSave() }))
    expect(problem.message).toBe('Failed to save product')
    const deleting = await refusal(deleteProduct(app, { id: '5', by }))
    expect(deleting.message).toBe('Failed to delete product')
    failure = Object.assign(new Error(''), { code: 'P0001' })
    expect((await refusal(createProduct(app, { by, product: toSave() }))).message).toBe(
      'Failed to save product',
    )
    expect((await refusal(deleteProduct(app, { id: '5', by }))).message).toBe(
      'Failed to delete product',
    )
  })
})

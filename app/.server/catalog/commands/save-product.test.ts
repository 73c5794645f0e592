import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Database } from '#app/.server/platform/db/database.ts'
import { productCategories, products } from '#app/.server/platform/db/schema.ts'
import { newProduct, type ProductDraft } from '#app/contracts/product.ts'
import { isRefusal, type ProductToSave, readProduct } from '#app/contracts/read-product.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog } from '#tests/support/products.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { adminProduct } from '../queries/admin-product.ts'
import { activeProduct, collectionPage, featuredProducts } from '../queries/catalog.ts'
import { deleteProduct } from './delete-product.ts'
import { createProduct, updateProduct } from './save-product.ts'

const by = 'ada@example.com'

const draft: ProductDraft = {
  ...newProduct,
  name: 'Salish Wave',
  slug: 'salish-wave',
  shortDescription: 'A wave.',
  description: '<h4>Water</h4><p>Of the <strong>Sound</strong>.</p>',
  images: [
    { src: 'https://pictures.example/a.jpg', alt: 'From the front' },
    { src: '/pendants/sound-wave-edge.jpg', alt: '' },
  ],
  specifications: [
    { name: 'Height', value: '24 mm' },
    { name: 'Width', value: '' },
    { name: '', value: 'lost on purpose' },
  ],
  categories: ['Water', 'Tides & Currents'],
}

function toSave(changes: Partial<ProductDraft> = {}): ProductToSave {
  const read = readProduct({ ...draft, ...changes })
  if (isRefusal(read)) throw new Error(read.message)
  return read
}

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

/** The database refuses every such statement, with a message of its own. */
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

onBothDatabases('saving a product', (open) => {
  it('stores a new one whole, priced by its lightest size, and shows it at once [DATA-17, DATA-18, DATA-19, DATA-20, DATA-02, FORM-17, SIZE-08, IMG-05]', async () => {
    const db = await open()
    await emptyCatalog(db)
    const { shop } = await sellingShop(db)
    const saved = await createProduct(shop, { by, product: toSave() })
    expect(saved).toEqual({ id: expect.stringMatching(/^\S{16,}$/), skipped: [], mocked: false })

    const product = await activeProduct(shop, saved.id)
    // 14.7 g × $130 + $750
    expect(product).toMatchObject({ name: 'Salish Wave', slug: 'salish-wave', price: '2661.00' })
    expect(product).toMatchObject({ active: true, featured: false, short_description: 'A wave.' })
    expect(product?.images.map(({ src, alt, order }) => [src, alt, order])).toEqual([
      ['https://pictures.example/a.jpg', 'From the front', 0],
      ['/pendants/sound-wave-edge.jpg', 'Product image', 1],
    ])
    expect(product?.attributes.map(({ name, option }) => [name, option])).toEqual([
      ['Gold Size: Small', 'Weight: 14.7g, Fee: $750'],
      ['Gold Size: Large', 'Weight: 28.9g, Fee: $1250'],
      ['Height', '24 mm'],
      ['Width', ''],
    ])
    expect(product?.categories.map(({ name, slug }) => [name, slug])).toEqual([
      ['Water', 'water'],
      ['Tides & Currents', 'tides-&-currents'],
    ])
    const [row] = await db.orm.select().from(products)
    expect(row).toMatchObject({ weight: '', dimensions: { length: '', width: '', height: '' } })
    expect((await collectionPage(shop, { q: '', category: '', page: 1 })).total).toBe(1)
  })

  it('comes back into the form as it was sent [DATA-09, SIZE-10]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await createProduct(shop, { by, product: toSave() })
    const form = await adminProduct(shop, id)
    expect(form).toMatchObject({ id, revision: 1 })
    expect(form?.draft).toEqual({
      ...draft,
      specifications: draft.specifications.filter(({ name }) => name !== ''),
    })
  })

  it('gives a hidden product to its form, and none to visitors [ADM-03, D18]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await createProduct(shop, { by, product: toSave({ active: false }) })
    expect(await adminProduct(shop, id)).toMatchObject({ draft: { active: false } })
    expect(await activeProduct(shop, id)).toBeNull()
    expect(await adminProduct(shop, 'nobody')).toBeNull()
    expect(await adminProduct(shop, '\0')).toBeNull()
  })

  it('uses a category that is there, whatever its capitals and blanks [DATA-19, D43]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await createProduct(shop, { by, product: toSave() })
    const before = await db.orm.$count(productCategories)
    const again = toSave({ slug: 'another', categories: ['wATER', 'tides  &  currents'] })
    const { id } = await createProduct(shop, { by, product: again })
    expect(await db.orm.$count(productCategories)).toBe(before)
    expect((await activeProduct(shop, id))?.categories.map(({ name }) => name)).toEqual([
      'Water',
      'Tides & Currents',
    ])
  })

  it('replaces pictures, attributes and categories, and moves on by one revision [DATA-22]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const { id } = await createProduct(shop, { by, product: toSave() })
    pass(5)
    const changes = toSave({
      name: 'Salish Swell',
      images: draft.images.slice(1),
      sizes: [{ size: 'Only', weight: '10', fee: '0', stripeLink: 'https://buy.example/x' }],
      specifications: [],
      categories: ['Stone'],
      featured: true,
    })
    await updateProduct(shop, { id, revision: 1, by, changes })
    const product = await activeProduct(shop, id)
    expect(product).toMatchObject({ name: 'Salish Swell', price: '1300.00', featured: true })
    expect(product?.images.map(({ src, order }) => [src, order])).toEqual([
      ['/pendants/sound-wave-edge.jpg', 0],
    ])
    expect(product?.attributes.map(({ option }) => option)).toEqual([
      'Weight: 10g, Fee: $0, Stripe Link: https://buy.example/x',
    ])
    expect(product?.categories.map(({ name }) => name)).toEqual(['Stone'])
    expect((await adminProduct(shop, id))?.revision).toBe(2)
    const featured = await featuredProducts(shop)
    expect(featured.products.map((one) => one.id)).toContain(id)
  })

  it('writes only what is given, and the time [DATA-21]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const { id } = await createProduct(shop, { by, product: toSave() })
    const before = await activeProduct(shop, id)
    pass(5)
    await updateProduct(shop, { id, revision: 1, by, changes: { featured: true } })
    expect(await activeProduct(shop, id)).toEqual({ ...before, featured: true })
    const [row] = await db.orm.select().from(products).where(sql`id = ${id}`)
    expect(row?.updatedAt).toEqual(shop.now())
    expect(row?.createdAt).not.toEqual(shop.now())
  })

  it('leaves a slug from elsewhere alone until it is edited [D21]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const { id } = await createProduct(shop, { by, product: toSave() })
    await db.orm.execute(sql`update products set slug = 'From_Elsewhere' where id = ${id}`)
    const slug = async () => (await adminProduct(shop, id))?.draft.slug
    await updateProduct(shop, { id, revision: 1, by, changes: toSave({ slug: 'From_Elsewhere' }) })
    expect(await slug()).toBe('From_Elsewhere')
    await updateProduct(shop, { id, revision: 2, by, changes: toSave({ slug: 'By Hand' }) })
    expect(await slug()).toBe('by-hand')
  })

  it('refuses a slug twice, and names it [D21]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await createProduct(shop, { by, product: toSave() })
    const before = await everything(db)
    const problem = await refusal(createProduct(shop, { by, product: toSave() }))
    expect(problem.message).toBe('Another product has the slug “salish-wave”.')
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

  it('lets one of two saves at the same moment through', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await createProduct(shop, { by, product: toSave() })
    const save = (name: string) =>
      updateProduct(shop, { id, revision: 1, by, changes: toSave({ name }) })
    const results = await Promise.allSettled([save('One'), save('Two')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('tells that a product was deleted meanwhile, and makes nothing', async () => {
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

  it('deletes by id, with its parts, at once, and once [ADM-07, ADM-08]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await collectionPage(shop, { q: '', category: '', page: 1 })
    expect(await deleteProduct(shop, { id: '5', by })).toEqual({
      name: 'Sound Wave',
      mocked: false,
    })
    expect(await activeProduct(shop, '5')).toBeNull()
    expect(shop.cache.catalog?.onSale.map(({ id }) => id)).not.toContain('5')
    expect((await refusal(deleteProduct(shop, { id: '5', by }))).message).toBe(
      'This product was deleted in the meantime.',
    )
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

  it('writes down who did it', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const { id } = await createProduct(shop, { by, product: toSave() })
    await updateProduct(shop, { id, revision: 1, by, changes: toSave({ name: 'Swell' }) })
    await deleteProduct(shop, { id, by })
    expect((await auditLabels(shop)).slice(-3)).toEqual([
      `${by}: created product: Salish Wave (id ${id})`,
      `${by}: changed product: Swell (id ${id})`,
      `${by}: deleted product: Swell (id ${id})`,
    ])
  })

  it('forgets a hidden product at once, should the database go away', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await collectionPage(shop, { q: '', category: '', page: 1 })
    const known = await adminProduct(shop, '5')
    const read = known && readProduct({ ...known.draft, active: false })
    if (!known || !read || isRefusal(read)) throw new Error('pendant 5 is not right')
    await updateProduct(shop, { id: '5', revision: known.revision, by, changes: read })
    expect(shop.cache.catalog?.onSale.map(({ id }) => id)).not.toContain('5')
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
    const orm = {
      transaction: () => Promise.reject(new Error('something inside')),
    }
    const { config } = testShop({ db: null })
    const app = testShop({
      db: { orm, close: async () => undefined } as unknown as Database,
      config: { ...config, database: 'embedded' },
    })
    const problem = await refusal(createProduct(app, { by, product: toSave() }))
    expect(problem.message).toBe('Failed to save product')
    const deleting = await refusal(deleteProduct(app, { id: '5', by }))
    expect(deleting.message).toBe('Failed to delete product')
  })
})

import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { productCategories, products } from '#app/.server/platform/db/catalog-schema.ts'
import { emptySize } from '#app/contracts/catalog/product.ts'
import { isRefusal } from '#app/contracts/catalog/product-refusal.ts'
import { readProduct } from '#app/contracts/catalog/read-product.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draft, productToSave as toSave } from '#tests/support/product-drafts.ts'
import { emptyCatalog } from '#tests/support/products.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { adminProduct } from '../queries/admin-product.ts'
import { activeProduct, collectionPage, featuredProducts } from '../queries/catalog.ts'
import { deleteProduct } from './delete-product.ts'
import { createProduct, updateProduct } from './save-product.ts'

const by = 'ada@example.com'

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
      sizes: draft.sizes.map((row) => ({ ...row, sizeKey: row.size })),
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

  it('keeps a tax code of its own, takes it away again, and takes no other text for one [TAX-01]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await createProduct(shop, { by, product: toSave({ taxCode: 'txcd_12345678' }) })
    const taxCode = async () => (await adminProduct(shop, id))?.draft.taxCode
    expect(await taxCode()).toBe('txcd_12345678')
    await updateProduct(shop, { id, revision: 1, by, changes: { name: 'Another' } })
    expect(await taxCode()).toBe('txcd_12345678')
    await updateProduct(shop, { id, revision: 2, by, changes: toSave({ taxCode: '' }) })
    expect(await taxCode()).toBe('')
    for (const wrong of ['gold', 'txcd_1', 'txcd_123456789']) {
      expect(() => toSave({ taxCode: wrong })).toThrow('A Stripe tax code is txcd_')
    }
  })

  it('keeps a title and a description for search engines, and takes them away again [SEO-10]', async () => {
    const { shop } = await sellingShop(await open())
    const search = { searchTitle: 'Gold wave pendant', searchDescription: 'A wave of gold.' }
    const { id } = await createProduct(shop, { by, product: toSave(search) })
    expect((await adminProduct(shop, id))?.draft).toMatchObject(search)
    expect(await activeProduct(shop, id)).toMatchObject(search)
    const none = { searchTitle: '', searchDescription: '' }
    await updateProduct(shop, { id, revision: 1, by, changes: none })
    expect((await adminProduct(shop, id))?.draft).toMatchObject(none)
    expect(await activeProduct(shop, id)).not.toHaveProperty('searchTitle')
    expect(() => toSave({ searchTitle: 'x'.repeat(121) })).toThrow('120')
  })

  it('keeps chain or cord, and the log says what it was before [FACTS-03]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const [old, present] = ['18 inches, included', '14k gold cable, 18 inches, 1.2 mm']
    const { id } = await createProduct(shop, { by, product: toSave({ chain: old }) })
    expect((await adminProduct(shop, id))?.draft.chain).toBe(old)
    await updateProduct(shop, { id, revision: 1, by, changes: toSave({ chain: present }) })
    const form = await adminProduct(shop, id)
    expect(form?.draft).toMatchObject({ chain: present, specifications: [{ name: 'Height' }, {}] })
    const [logged] = await db.orm
      .select({ facts: auditLog.facts })
      .from(auditLog)
      .where(eq(auditLog.action, 'product.updated'))
    expect(logged?.facts).toMatchObject({
      changes: [{ field: 'chain', before: old, after: present }],
    })
    await updateProduct(shop, { id, revision: 2, by, changes: toSave({ chain: '' }) })
    expect((await adminProduct(shop, id))?.draft.chain).toBe('')
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
      sizes: [
        { ...emptySize, size: 'Only', weight: '10', fee: '0', stripeLink: 'https://buy.example/x' },
      ],
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

  it('writes down who did it, and what it changed [PEOPLE-04]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const { id } = await createProduct(shop, { by, product: toSave() })
    await updateProduct(shop, { id, revision: 1, by, changes: toSave({ name: 'Swell' }) })
    await deleteProduct(shop, { id, by })
    expect((await auditLabels(shop)).slice(-3)).toEqual([
      `${by}: created product Salish Wave (id ${id})`,
      `${by}: changed product Swell (id ${id}; Name: Salish Wave → Swell)`,
      `${by}: deleted product Swell (id ${id})`,
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
})

import { asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { productAttributes, products } from '#app/.server/platform/db/catalog-schema.ts'
import type { BulkChange } from '#app/domain/catalog/bulk-change.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, insertCategories, insertProducts } from '#tests/support/products.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { currentCatalog } from '../queries/cached-catalog.ts'
import { activeProduct } from '../queries/catalog.ts'
import { productChangePage } from '../queries/product-changes.ts'
import { applyProductChange, undoProductChange } from './apply-product-change.ts'
import { deleteProduct } from './delete-product.ts'
import { duplicateProduct } from './duplicate-product.ts'
import { planAgain, planBulkChange } from './plan-bulk-change.ts'
import { switchProduct } from './switch-product.ts'

const by = 'ann@example.com'
const nothing: BulkChange = { fee: null, active: null, featured: null, category: null }
const more: BulkChange = {
  ...nothing,
  fee: { how: 'add', amount: cents(5000), size: null },
  active: false,
  category: { how: 'add', name: 'Rings' },
}

onBothDatabases('a change of many products', (open) => {
  async function shopOfThree() {
    const db = await open()
    await emptyCatalog(db)
    await insertCategories(db, [{ id: 'w', name: 'Water', slug: 'water' }])
    const size = (name: string, option: string) => ({ name: `Gold Size: ${name}`, option })
    await insertProducts(db, [
      {
        id: 'a',
        categoryIds: ['w'],
        attributes: [
          size('Small', 'weight: 14.7 g, fee: 750, Stripe Link: https://buy.stripe.com/a'),
          size('Large', 'Weight: 28.9g, Fee: $1250'),
          { name: 'Height', option: '10 mm' },
        ],
      },
      { id: 'b', attributes: [size('Small', 'Weight: 10g, Fee: $0'), size('Odd', 'no size')] },
      { id: 'c', active: false },
    ])
    const { shop } = await sellingShop(db)
    const stored = async () =>
      JSON.stringify([
        await db.orm
          .select({ id: products.id, active: products.active, price: products.price })
          .from(products)
          .orderBy(asc(products.id)),
        [...(await currentCatalog(shop)).byId.values()].map(({ id, categories }) => [
          id,
          categories.map(({ name }) => name),
        ]),
      ])
    const options = async (id: string) =>
      (
        await db.orm
          .select({ option: productAttributes.option })
          .from(productAttributes)
          .where(eq(productAttributes.productId, id))
          .orderBy(asc(productAttributes.position))
      ).map(({ option }) => option)
    return { db, shop, stored, options }
  }

  it('is seen with each old and new price, made as a whole, and undone as a whole [BULK-01, BULK-02, BULK-03, BULK-04]', async () => {
    const { db, shop, stored, options } = await shopOfThree()
    const before = await stored()
    const filter = { q: 'piece' }
    const id = await planBulkChange(shop, { chosen: { filter }, change: more, by })
    expect(await stored()).toBe(before)
    const page = await productChangePage(shop, id, 1)
    expect(page?.change).toMatchObject({ pieces: 3, unchanged: 0, state: 'draft' })
    expect(page?.change.notes.join(' ')).toMatch(/can’t be read: some sizes of Piece b/)
    expect(page?.change.notes.join(' ')).toMatch(/payment link .* Piece a/)
    const lines = page?.pieces.find((piece) => piece.id === 'a')?.lines
    expect(lines).toEqual(
      expect.arrayContaining([
        { what: 'Small, flat fee', before: '$750.00', after: '$800.00' },
        { what: 'Small, price', before: '$2,661.00', after: '$2,711.00' },
        { what: 'In the shop', before: 'Active', after: 'Hidden' },
        { what: 'Categories', before: 'Water', after: 'Water, Rings' },
      ]),
    )

    expect(await applyProductChange(shop, { id, by })).toBe(true)
    expect(await applyProductChange(shop, { id, by }), 'pressed twice').toBe(false)
    expect(await options('a')).toEqual([
      'Weight: 14.7g, Fee: $800, Stripe Link: https://buy.stripe.com/a',
      'Weight: 28.9g, Fee: $1300',
      '10 mm',
    ])
    expect(await options('b')).toEqual(['Weight: 10g, Fee: $50', 'no size'])
    const [a] = await db.orm.select().from(products).where(eq(products.id, 'a'))
    expect(a).toMatchObject({ active: false, price: '2711.00', revision: 2 })
    expect(await activeProduct(shop, 'a')).toBeNull()
    const log = await db.orm.select().from(auditLog).where(eq(auditLog.action, 'products.changed'))
    expect(log).toHaveLength(1)
    expect(log[0]).toMatchObject({
      actorId: by,
      facts: {
        pieces: 3,
        changes: expect.arrayContaining([
          expect.objectContaining({
            id: 'b',
            before: expect.objectContaining({ active: true, categories: [] }),
            after: expect.objectContaining({ active: false, categories: ['Rings'] }),
          }),
        ]),
      },
    })

    expect(await undoProductChange(shop, { id, by })).toBe(true)
    expect(await undoProductChange(shop, { id, by }), 'pressed twice').toBe(false)
    expect(await options('b')).toEqual(['Weight: 10g, Fee: $0', 'no size'])
    expect((await options('a'))[1]).toBe('Weight: 28.9g, Fee: $1250')
    expect((await activeProduct(shop, 'a'))?.categories.map(({ name }) => name)).toEqual(['Water'])
    expect((await refusal(applyProductChange(shop, { id, by }))).code).toBe('change_undone')
  })

  it('is refused as a whole where somebody saved or deleted a piece of it, each named [BULK-02, BULK-03]', async () => {
    const { shop, stored } = await shopOfThree()
    const chosen = { ids: ['a', 'b', 'c'] }
    const id = await planBulkChange(shop, { chosen, change: more, by })
    await switchProduct(shop, { id: 'b', what: 'featured', to: true, by: 'bob@example.com' })
    await deleteProduct(shop, { id: 'c', by: 'bob@example.com' })
    const before = await stored()
    const refused = await refusal(applyProductChange(shop, { id, by }))
    expect(refused).toMatchObject({ status: 409, code: 'products_changed' })
    expect(refused.message).toContain('Piece b')
    expect(refused.message).toContain('Piece c (deleted)')
    expect(refused.message).not.toContain('Piece a')
    expect(await stored()).toBe(before)
    expect((await productChangePage(shop, id, 1))?.changed).toBe(2)

    const again = await planAgain(shop, { id, by })
    await applyProductChange(shop, { id: again, by })
    await switchProduct(shop, { id: 'a', what: 'active', to: true, by: 'bob@example.com' })
    const made = await stored()
    const undo = await refusal(undoProductChange(shop, { id: again, by }))
    expect(undo.message).toContain('Since this was made, someone saved or deleted Piece a.')
    expect(await stored()).toBe(made)
  })

  it('is refused where nothing would change, and cannot be made with a problem in it [BULK-01]', async () => {
    const { shop } = await shopOfThree()
    const plan = (change: BulkChange, ids = ['a', 'b', 'c', 'nobody']) =>
      planBulkChange(shop, { chosen: { ids }, change, by })
    expect((await refusal(plan(nothing))).code).toBe('nothing_to_change')
    expect((await refusal(plan(more, []))).message).toContain('No products selected.')
    const less = { how: 'add', amount: cents(-10_000), size: null } as const
    const id = await plan({ ...nothing, fee: less })
    const page = await productChangePage(shop, id, 1)
    expect(page?.change.problems).toMatchObject([{ name: 'Piece b' }])
    expect((await refusal(applyProductChange(shop, { id, by }))).code).toBe('change_has_problems')
    expect((await refusal(undoProductChange(shop, { id, by }))).code).toBe('no_change')
  })

  it('reaches thousands of pieces in one transaction, and only those [BULK-02]', async () => {
    const { db, shop } = await shopOfThree()
    const many = Array.from({ length: 1200 }, (_, at) => ({
      id: `m${at}`,
      name: `Many ${at}`,
      attributes: [{ name: 'Gold Size: Small', option: 'Weight: 1g, Fee: $1' }],
    }))
    await insertProducts(db, many)
    shop.revisions.raise('catalog')
    const filter = { q: 'many' }
    const id = await planBulkChange(shop, { chosen: { filter }, change: more, by })
    await applyProductChange(shop, { id, by })
    const [count] = await db.orm
      .select({ count: sql<number>`count(*)::int` })
      .from(productAttributes)
      .where(eq(productAttributes.option, 'Weight: 1g, Fee: $51'))
    expect(count?.count).toBe(1200)
    const entries = await db.orm.$count(auditLog, eq(auditLog.action, 'products.changed'))
    expect(entries).toBe(6)
    expect(await undoProductChange(shop, { id, by })).toBe(true)
  })
})

onBothDatabases('one product, from the list', (open) => {
  it('is shown, hidden and featured, twice the same being one change [BULK-05]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const hide = { id: '5', what: 'active', to: false, by } as const
    await Promise.all([switchProduct(shop, hide), switchProduct(shop, { ...hide, by: 'bob' })])
    const [five] = await db.orm.select().from(products).where(eq(products.id, '5'))
    expect(five).toMatchObject({ active: false, revision: 2 })
    expect(await db.orm.$count(auditLog, eq(auditLog.action, 'product.switched'))).toBe(1)
    expect(await activeProduct(shop, '5')).toBeNull()
    expect((await refusal(switchProduct(shop, { ...hide, id: 'nobody' }))).status).toBe(404)
  })

  it('is copied once, hidden, under an address of its own and without payment links [BULK-06]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const [attribute] = await db.orm
      .select()
      .from(productAttributes)
      .where(eq(productAttributes.productId, '5'))
      .orderBy(asc(productAttributes.position))
    if (!attribute) throw new Error('no size')
    await db.orm
      .update(productAttributes)
      .set({ option: 'Weight: 14.7g, Fee: $750, Stripe Link: https://buy.stripe.com/a' })
      .where(eq(productAttributes.id, attribute.id))
    const copies = await Promise.all(
      ['one', 'one', 'two'].map((once) => duplicateProduct(shop, { id: '5', once, by })),
    )
    expect(new Set(copies.map(({ id }) => id)).size).toBe(2)
    const { byId } = await currentCatalog(shop)
    const [original, first, , second] = ['5', ...copies.map(({ id }) => id)].map((id) =>
      byId.get(id),
    )
    const names = [first, second].map((each) => [each?.name, each?.active, each?.slug])
    expect(names.sort()).toEqual([
      ['Sound Wave (copy)', false, `${original?.slug}-copy`],
      ['Sound Wave (copy)', false, `${original?.slug}-copy-2`],
    ])
    expect(first?.images.map(({ src }) => src)).toEqual(original?.images.map(({ src }) => src))
    expect(first?.categories).toEqual(original?.categories)
    const stored = await db.orm
      .select()
      .from(productAttributes)
      .where(eq(productAttributes.productId, copies[0]?.id ?? ''))
    expect(stored).toHaveLength(original?.attributes.length ?? 0)
    expect(JSON.stringify(stored)).not.toContain('stripe')
    const gone = duplicateProduct(shop, { id: 'nobody', once: 'x', by })
    expect((await refusal(gone)).status).toBe(404)
  })
})

import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { csvColumns } from '#app/contracts/catalog/csv/columns.ts'
import { isRefusal } from '#app/contracts/catalog/product-refusal.ts'
import { readProduct } from '#app/contracts/catalog/read-product.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draft, productToSave } from '#tests/support/product-drafts.ts'
import { emptyCatalog, insertProducts } from '#tests/support/products.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { adminProduct } from '../queries/admin-product.ts'
import { activeProduct } from '../queries/catalog.ts'
import { productChangePage } from '../queries/product-changes.ts'
import { productCsv } from '../queries/product-csv.ts'
import { applyProductChange, undoProductChange } from './apply-product-change.ts'
import { duplicateProduct } from './duplicate-product.ts'
import { planProductImport } from './plan-product-import.ts'
import { createProduct, updateProduct } from './save-product.ts'

const by = 'ann@example.com'
const engraved = { engraved: true, engravingFee: '60', engravingMax: '20' }
const sixty = { fee: 6000, max: 20 }

it.each([
  ['-1', '20', 'engravingFee'],
  ['Ada', '20', 'engravingFee'],
  ['60.005', '20', 'engravingFee'],
  ['60', '', 'engravingMax'],
  ['60', '0', 'engravingMax'],
  ['60', '61', 'engravingMax'],
  ['60', '-1', 'engravingMax'],
  ['60', '20.5', 'engravingMax'],
])('a fee of %j for %j characters is refused beside its field [ENGRAVE-01]', (fee, max, at) => {
  const input = { ...draft, engraved: true, engravingFee: fee, engravingMax: max }
  const read = readProduct(input)
  expect(isRefusal(read) && Object.keys(read.errors ?? { [read.at ?? '']: '' })).toContain(at)
  // Where it is switched off, nobody asks.
  expect(readProduct({ ...input, engraved: false })).toMatchObject({ engraving: null })
})

it('a fee of 0 is a fee, and a longest text is a whole number up to 60 [ENGRAVE-01]', () => {
  const free = productToSave({ engraved: true, engravingFee: '0', engravingMax: '60' })
  expect(productToSave({ engraved: true, engravingFee: ' ', engravingMax: '60' })).toEqual(free)
  expect(free.engraving).toEqual({ fee: 0, max: 60 })
  expect(productToSave().engraving).toBeNull()
})

onBothDatabases('whether a product can be engraved', (open) => {
  async function shopWith(...ids: string[]) {
    const db = await open()
    await emptyCatalog(db)
    const attributes = [{ name: 'Gold Size: Small', option: 'Weight: 10g, Fee: $0' }]
    await insertProducts(
      db,
      ids.map((id) => ({ id, attributes, shortDescription: 'A', description: '<p>A</p>' })),
    )
    const { shop } = await sellingShop(db)
    const option = async (id: string) => (await activeProduct(shop, id))?.engraving
    return { shop, option }
  }
  const lastChanges = async (shop: AppContext) => {
    const found = await shop.db.orm.select().from(auditLog).orderBy(asc(auditLog.id))
    return (found.at(-1)?.facts as { changes?: unknown[] } | undefined)?.changes
  }

  it('is saved, shown, changed, ended, and told in the log [ENGRAVE-01]', async () => {
    const { shop, option } = await shopWith()
    const { id } = await createProduct(shop, { by, product: productToSave(engraved) })
    expect(await option(id)).toEqual(sixty)
    expect((await adminProduct(shop, id))?.draft).toMatchObject(engraved)
    const to = productToSave({ ...engraved, engravingFee: '65.50', engravingMax: '30' })
    await updateProduct(shop, { id, revision: 1, by, changes: to })
    expect(await option(id)).toEqual({ fee: 6550, max: 30 })
    expect(await lastChanges(shop)).toEqual([
      { field: 'engravingFee', before: '60', after: '65.50' },
      { field: 'engravingMax', before: '20', after: '30' },
    ])
    // What is not given of a product stays.
    await updateProduct(shop, { id, revision: 2, by, changes: { featured: true } })
    expect(await option(id)).toEqual({ fee: 6550, max: 30 })
    // Two people at once: the second sees what the first left.
    const late = await refusal(updateProduct(shop, { id, revision: 2, by, changes: to }))
    expect(late).toMatchObject({
      code: 'product_changed',
      details: { newer: { draft: { engraved: true, engravingFee: '65.50' } } },
    })
    await updateProduct(shop, { id, revision: 3, by, changes: productToSave() })
    expect(await option(id)).toBeUndefined()
    expect(await lastChanges(shop)).toContainEqual({
      field: 'engraved',
      before: true,
      after: false,
    })
  })

  it('goes into a copy of it [ENGRAVE-01]', async () => {
    const { shop } = await shopWith()
    const { id } = await createProduct(shop, { by, product: productToSave(engraved) })
    const copy = await duplicateProduct(shop, { id, once: 'once', by })
    expect((await adminProduct(shop, copy.id))?.draft).toMatchObject(engraved)
  })

  it('comes by a file and goes by one, and is left alone by one without its columns [ENGRAVE-01]', async () => {
    const { shop, option } = await shopWith('a', 'b')
    const plan = (file: string) =>
      planProductImport(shop, { bytes: new TextEncoder().encode(file), name: 'p.csv', by })
    const applied = async (file: string) => {
      const id = await plan(file)
      await applyProductChange(shop, { id, by })
      return id
    }
    const first = await applied('id,engraving_fee,engraving_characters\na,60,\nb,$1.50,40\n')
    expect([await option('a'), await option('b')]).toEqual([sixty, { fee: 150, max: 40 }])
    expect((await productChangePage(shop, first, 1))?.pieces[0]?.lines).toContainEqual({
      what: 'Engraving',
      before: '—',
      after: '$60.00, up to 20 characters',
    })
    await applied('id,name\na,Renamed\n')
    expect(await option('a')).toEqual(sixty)
    const exported = await productCsv(shop, { q: '' })
    const [heading = '', ...rows] = exported.replace('\ufeff', '').split('\r\n')
    expect(heading.split(',')).toEqual([...csvColumns])
    expect(rows.join('\n')).toContain(',60.00,20,')
    const ended = await applied('id,engraving_fee\na,(none)\n')
    expect(await option('a')).toBeUndefined()
    await undoProductChange(shop, { id: ended, by })
    expect(await option('a')).toEqual(sixty)

    for (const [cells, column] of [
      ['-1,20', 'engraving_fee'],
      ['Ada,20', 'engraving_fee'],
      ['60,61', 'engraving_characters'],
      ['60,-1', 'engraving_characters'],
    ]) {
      const id = await plan(`id,engraving_fee,engraving_characters\nb,${cells}\n`)
      const page = await productChangePage(shop, id, 1)
      expect(page?.change.problems).toMatchObject([{ row: 2, column }])
    }
    const { id: plain } = await createProduct(shop, { by, product: productToSave() })
    const bare = await plan(`id,engraving_characters\n${plain},20\n`)
    expect((await productChangePage(shop, bare, 1))?.change.problems).toMatchObject([
      { message: 'An engraving needs a fee. Enter 0 for no charge.' },
    ])
  })

  it('is refused by the database where half of it is missing, or it is none [ENGRAVE-01]', async () => {
    const { shop } = await shopWith('a')
    for (const wrong of [
      { engravingFeeCents: 6000, engravingMax: null },
      { engravingFeeCents: null, engravingMax: 20 },
      { engravingFeeCents: -1, engravingMax: 20 },
      { engravingFeeCents: 6000, engravingMax: 61 },
    ]) {
      const set = shop.db.orm.update(products).set(wrong).where(eq(products.id, 'a'))
      await expect(set).rejects.toThrow()
    }
  })
})

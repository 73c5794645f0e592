import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import type { OptionRow } from '#app/contracts/catalog/product.ts'
import { isRefusal } from '#app/contracts/catalog/product-refusal.ts'
import { readProduct } from '#app/contracts/catalog/read-product.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draft, productToSave } from '#tests/support/product-drafts.ts'
import { emptyCatalog, insertProducts } from '#tests/support/products.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { adminProduct } from '../queries/admin-product.ts'
import { activeProduct } from '../queries/catalog.ts'
import { extentOfChange, extentOfProduct } from '../queries/price-extent.ts'
import { productChangePage } from '../queries/product-changes.ts'
import { productCsv } from '../queries/product-csv.ts'
import { applyProductChange, undoProductChange } from './apply-product-change.ts'
import { duplicateProduct } from './duplicate-product.ts'
import { planBulkChange } from './plan-bulk-change.ts'
import { planProductImport } from './plan-product-import.ts'
import { createProduct, updateProduct } from './save-product.ts'

const by = 'ann@example.com'
const row = (option: string, choice: string, price = '', grams = ''): OptionRow => ({
  ...{ option, choice, price, grams },
})
const rows = [row('Chain length', '18 in'), row('Chain length', '20 in', '25', '0.4')]
const chain = [
  { name: 'Chain length', choice: '18 in', price: 0, mg: 0 },
  { name: 'Chain length', choice: '20 in', price: 2500, mg: 400 },
]

it.each([
  [
    'a price that is none',
    row('Chain length', '22 in', 'free'),
    'options.2.price',
    /dollars and cents/,
  ],
  [
    'a price with a decimal comma',
    row('Chain length', '22 in', '7,50'),
    'options.2.price',
    /7\.50/,
  ],
  [
    'grams that are none',
    row('Chain length', '22 in', '', '1 oz'),
    'options.2.grams',
    /enter grams/,
  ],
  ['grams too fine', row('Chain length', '22 in', '', '0.005'), 'options.2.grams', /0\.01 g/],
  ['an option called a size', row('Gold Size', 'Large'), 'options.2.option', /under Sizes/],
  ['a fee below 0', row('Chain length', '16 in', '-100000'), 'options.2.price', /below \$0/],
  ['no gold left', row('Chain length', '16 in', '', '-5000'), 'options.2.grams', /no gold left/],
])(
  '%s is refused beside its field, and what was typed stays [OPTION-01]',
  (_what, wrong, at, message) => {
    const input = { ...draft, options: [...rows, wrong] }
    const read = readProduct(input)
    expect(isRefusal(read) && { [read.at]: read.message, ...read.errors }).toMatchObject({
      [at]: expect.stringMatching(message),
    })
    expect(input.options[2]).toEqual(wrong)
  },
)

it('signs, blanks and empty rows are read as staff mean them [OPTION-01]', () => {
  const typed = [
    row('Chain length', '18 in', '0', '0.00'),
    row('Chain length', '20 in', '+$25.00', '+0.4 g'),
    row('', ''),
  ]
  expect(productToSave({ options: typed }).options).toEqual(chain)
  expect(
    productToSave({ options: [...rows, row('Chain length', '16 in', '-10.50', '-.25')] })
      .options[2],
  ).toMatchObject({ price: -1050, mg: -250 })
  expect(productToSave().options).toEqual([])
})

onBothDatabases('options of a product', (open) => {
  async function shopWith(...ids: string[]) {
    const db = await open()
    await emptyCatalog(db)
    const attributes = [{ name: 'Gold Size: Small', option: 'Weight: 10g, Fee: $50' }]
    await insertProducts(
      db,
      ids.map((id) => ({ id, attributes, shortDescription: 'A', description: '<p>A</p>' })),
    )
    const { shop } = await sellingShop(db)
    const optionsOf = async (id: string) => (await activeProduct(shop, id))?.options
    return { shop, optionsOf }
  }
  const lastChanges = async (shop: AppContext) => {
    const found = await shop.db.orm.select().from(auditLog).orderBy(asc(auditLog.id))
    return (found.at(-1)?.facts as { changes?: unknown[] } | undefined)?.changes
  }

  it('are saved, shown, changed, ended, copied, and told in the log [OPTION-01, OPTION-07, OPTION-08]', async () => {
    const { shop, optionsOf } = await shopWith()
    const { id } = await createProduct(shop, { by, product: productToSave({ options: rows }) })
    expect(await optionsOf(id)).toEqual(chain)
    expect((await adminProduct(shop, id))?.draft.options).toEqual(rows)
    const to = productToSave({
      options: [...rows.slice(0, 1), row('Chain length', '20 in', '30', '0.4')],
    })
    await updateProduct(shop, { id, revision: 1, by, changes: to })
    expect(await lastChanges(shop)).toEqual([
      { field: 'options.price', of: 'Chain length: 20 in', before: '25', after: '30' },
    ])
    await updateProduct(shop, { id, revision: 2, by, changes: { featured: true } })
    const copy = await duplicateProduct(shop, { id, once: 'once', by })
    expect((await adminProduct(shop, copy.id))?.draft.options[1]?.price).toBe('30')
    await updateProduct(shop, { id, revision: 3, by, changes: productToSave() })
    expect(await optionsOf(id)).toBeUndefined()
  })

  it('come by a file and go by one, and are left alone by one without their column [OPTION-07]', async () => {
    const { shop, optionsOf } = await shopWith('a', 'b')
    const plan = (file: string) =>
      planProductImport(shop, { bytes: new TextEncoder().encode(file), name: 'p.csv', by })
    const applied = async (file: string) => {
      const id = await plan(file)
      await applyProductChange(shop, { id, by })
      return id
    }
    const text = 'Chain length: 18 in | Chain length: 20 in (+$25.00, +0.4 g)'
    const first = await applied(`id,options\na,"${text}"\n`)
    expect(await optionsOf('a')).toEqual(chain)
    expect((await productChangePage(shop, first, 1))?.pieces[0]?.lines).toContainEqual({
      ...{ what: 'Options', before: '—', after: text },
    })
    await applied('id,name,options\na,Renamed,\n')
    expect(await optionsOf('a')).toEqual(chain)
    expect(await productCsv(shop, { q: '' })).toContain(`,"${text}",`)
    const ended = await applied('id,options\na,(none)\n')
    expect(await optionsOf('a')).toBeUndefined()
    await undoProductChange(shop, { id: ended, by })
    expect(await optionsOf('a')).toEqual(chain)
    for (const wrong of [
      'matte',
      'Finish: Matte (+$25.00)',
      'Gold Size: Large',
      'Finish: a | Finish: a',
      'Finish: a | Finish: b (-$50.01)',
      'Finish: a | Finish: b (-10 g)',
    ]) {
      const id = await plan(`id,options\nb,"${wrong}"\n`)
      const page = await productChangePage(shop, id, 1)
      expect(page?.change.problems, wrong).toMatchObject([{ row: 2, column: 'options' }])
    }
    // A fee that falls below what a choice takes off it, in a file or a change of many.
    await applied('id,options\nb,Finish: a | Finish: b (-$50.00)\n')
    const lower = await plan('id,size,fee\nb,Small,49\n')
    expect((await productChangePage(shop, lower, 1))?.change.problems).toMatchObject([
      { message: expect.stringContaining('below $0') },
    ])
    const fee = { how: 'add' as const, amount: cents(-100), size: null }
    const bulk = await planBulkChange(shop, {
      ...{ chosen: { ids: ['b'] }, by },
      change: { fee, active: null, featured: null, category: null },
    })
    expect((await productChangePage(shop, bulk, 1))?.change.problems).toMatchObject([
      { message: expect.stringContaining('below $0') },
    ])
  })

  it('ask for a fresh second factor where a choice moves a price by more than 5% [OPTION-08]', async () => {
    const { shop } = await shopWith()
    const { id } = await createProduct(shop, { by, product: productToSave({ options: rows }) })
    const extent = (options: OptionRow[]) => extentOfProduct(shop, id, productToSave({ options }))
    expect(await extent(rows)).toBe('none')
    expect(await extent([...rows, row('Finish', 'Polished'), row('Finish', 'Matte', '10')])).toBe(
      'small',
    )
    expect(await extent([...rows, row('Finish', 'Polished'), row('Finish', 'Matte', '-700')])).toBe(
      'large',
    )
    expect(await extent([rows[0] as OptionRow, row('Chain length', '20 in', '25', '4')])).toBe(
      'large',
    )
    const bytes = new TextEncoder().encode(`id,options\n${id},Finish: a | Finish: b (-$700.00)\n`)
    const plan = await planProductImport(shop, { bytes, name: 'p.csv', by })
    expect(await extentOfChange(shop, plan, 'apply')).toBe('large')
  })

  it('are a list, or are refused by the database [OPTION-01]', async () => {
    const { shop } = await shopWith('a')
    const set = shop.db.orm.update(products).set({ options: {} as never })
    await expect(set).rejects.toThrow()
  })
})

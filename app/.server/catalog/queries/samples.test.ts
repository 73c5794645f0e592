import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { setupState } from '#app/.server/setup/queries/open-items.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { applyProductChange, undoProductChange } from '../commands/apply-product-change.ts'
import { deleteSamples } from '../commands/delete-product.ts'
import { planBulkChange } from '../commands/plan-bulk-change.ts'
import { updateProduct } from '../commands/save-product.ts'
import { switchProduct } from '../commands/switch-product.ts'
import { adminProducts } from './admin-products.ts'
import { activeProduct, categoriesByName, collectionPage } from './catalog.ts'
import { productChangePage } from './product-changes.ts'
import { shownSamples as namedSamples } from './samples.ts'

const by = 'ann@example.com'
const shownSamples = async (app: AppContext) => (await namedSamples(app)).map(({ id }) => id)
const hide = { fee: null, active: false, featured: null, category: null }

onBothDatabases('the sample pieces of a new shop', (open) => {
  it('are hidden by one change that can be undone; a piece is none once staff renamed it, in Setup as well [BULK-10, OPENING-02]', async () => {
    const { shop } = await sellingShop(await open())
    const all = builtInPendants.map(({ id }) => id)
    expect(await shownSamples(shop)).toEqual(all)
    await updateProduct(shop, { id: '7', revision: 1, by, changes: { name: 'Ours' } })
    // One that was saved under its name is a sample still.
    await updateProduct(shop, { id: '8', revision: 1, by, changes: { description: 'Gold.' } })
    const samples = await shownSamples(shop)
    expect(samples).toEqual(all.filter((id) => id !== '7'))
    const { open: items } = await setupState({ ...shop, orm: shop.db.orm })
    const said = items.find(({ sentence }) => sentence.includes('still shown'))?.sentence
    expect(said).toMatch(new RegExp(`^${samples.length} sample products are still shown`))
    expect(said).toContain('Low Sun')
    expect(said).not.toContain('Fir Cone')
    const id = await planBulkChange(shop, { chosen: { ids: samples }, change: hide, by })
    expect(await productChangePage(shop, id, 1)).toMatchObject({ hides: 'sample product' })
    await applyProductChange(shop, { id, by })
    expect(await shownSamples(shop)).toEqual([])
    expect(await activeProduct(shop, '5')).toBeNull()
    expect((await activeProduct(shop, '7'))?.name).toBe('Ours')
    await undoProductChange(shop, { id, by })
    expect(await activeProduct(shop, '5')).not.toBeNull()
  })
  it('are deleted together, without those that staff renamed or hid [BULK-11]', async () => {
    const { shop } = await sellingShop(await open())
    await updateProduct(shop, { id: '7', revision: 1, by, changes: { name: 'Ours' } })
    await switchProduct(shop, { id: '8', by, what: 'active', to: false })
    const ids = await shownSamples(shop)
    expect(ids).toHaveLength(builtInPendants.length - 2)
    const remove = (ids: readonly string[]) => deleteSamples(shop, { by, ids })
    expect(await refusal(remove(builtInPendants.map(({ id }) => id)))).toMatchObject({
      status: 409,
    })
    // As many, and others: a colleague hid one and showed another since.
    expect(await refusal(remove([...ids.slice(1), '8']))).toMatchObject({ status: 409 })
    expect(await shownSamples(shop)).toEqual(ids)
    expect(await remove(ids.toReversed())).toBe(ids.length)
    expect(await refusal(remove(ids))).toMatchObject({ status: 409 })
    expect(await shownSamples(shop)).toEqual([])
    const left = await adminProducts(shop, { q: '', order: 'name', page: 1 })
    expect(left.products.map(({ id }) => id).toSorted()).toEqual(['7', '8'])
    const deleted = (await auditLabels(shop)).filter((label) => label.includes('deleted'))
    expect(deleted).toHaveLength(ids.length)
  })

  it('take their categories along, and so does any other product that was the last of one [CAT-09]', async () => {
    const { shop } = await sellingShop(await open())
    const names = async () => (await categoriesByName(shop)).map(({ name }) => name)
    const inFilter = async () => {
      const { categories } = await collectionPage(shop, { q: '', category: '', page: 1 })
      return categories.map(({ name }) => name)
    }
    await updateProduct(shop, {
      ...{ id: '7', revision: 1, by },
      changes: { name: 'Ours', categories: ['Rings', 'Geometry'] },
    })
    const sampleNames = await names()
    expect(sampleNames).toContain('Rings')
    expect(sampleNames.length).toBeGreaterThan(2)
    await deleteSamples(shop, { by, ids: await shownSamples(shop) })
    expect(await names()).toEqual(['Geometry', 'Rings'])
    expect(await inFilter()).toEqual(['Geometry', 'Rings'])
    // A hidden product has its categories still, for staff.
    await switchProduct(shop, { id: '7', by, what: 'active', to: false })
    expect(await names()).toEqual(['Geometry', 'Rings'])
    // A save takes all categories off and puts back those that stay.
    await updateProduct(shop, { id: '7', revision: 3, by, changes: { categories: ['Rings'] } })
    expect(await names()).toEqual(['Rings'])
    const id = await planBulkChange(shop, {
      ...{ chosen: { ids: ['7'] }, by },
      change: { ...hide, active: null, category: { how: 'remove', name: 'Rings' } },
    })
    await applyProductChange(shop, { id, by })
    expect(await names()).toEqual([])
    await undoProductChange(shop, { id, by })
    expect(await names()).toEqual(['Rings'])
  })
})

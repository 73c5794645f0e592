import { expect, it } from 'vitest'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { applyProductChange, undoProductChange } from '../commands/apply-product-change.ts'
import { planBulkChange } from '../commands/plan-bulk-change.ts'
import { updateProduct } from '../commands/save-product.ts'
import { activeProduct } from './catalog.ts'
import { samplesOnSale } from './samples.ts'

const by = 'ann@example.com'
const hide = { fee: null, active: false, featured: null, category: null }

onBothDatabases('the sample pieces of a new shop', (open) => {
  it('are hidden by one change that can be undone; a piece that staff saved is none [BULK-10]', async () => {
    const { shop } = await sellingShop(await open())
    const all = builtInPendants.map(({ id }) => id)
    expect(await samplesOnSale(shop)).toEqual(all)
    await updateProduct(shop, { id: '7', revision: 1, by, changes: { name: 'Ours' } })
    const samples = await samplesOnSale(shop)
    expect(samples).toEqual(all.filter((id) => id !== '7'))
    const id = await planBulkChange(shop, { chosen: { ids: samples }, change: hide, by })
    await applyProductChange(shop, { id, by })
    expect(await samplesOnSale(shop)).toEqual([])
    expect(await activeProduct(shop, '5')).toBeNull()
    expect((await activeProduct(shop, '7'))?.name).toBe('Ours')
    await undoProductChange(shop, { id, by })
    expect(await activeProduct(shop, '5')).not.toBeNull()
  })
})

import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { insertProducts } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { goldPricePage } from './gold-price-page.ts'

onBothDatabases('the price history of a product', (open) => {
  it('is of the size that an address names, by its key or, in old links, by its label [SIZEURL-08]', async () => {
    const db = await open()
    const option = 'Weight: 7.4g, Fee: $500'
    await insertProducts(db, [
      {
        id: 'ring',
        attributes: [
          { name: 'Gold Size: US 6', option, key: 'us-6' },
          { name: 'Gold Size: 6½ (17 mm)', option, key: '6-1-2-17-mm' },
        ],
      },
    ])
    const app = testShop({ db })
    const keyOf = async (size: string | null) =>
      (await goldPricePage(app, { range: null, piece: 'ring', size })).product?.size.key
    expect(await keyOf('6-1-2-17-mm')).toBe('6-1-2-17-mm')
    expect(await keyOf('6-1-2-17-MM')).toBe('6-1-2-17-mm')
    expect(await keyOf('6½ (17 mm)')).toBe('6-1-2-17-mm')
    expect(await keyOf('other')).toBe('us-6')
    expect(await keyOf(null)).toBe('us-6')
  })
})

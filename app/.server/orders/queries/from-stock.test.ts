import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { thereAre } from '#tests/support/stock.ts'
import { linesOfOrder } from '../repository.ts'
import { isFromStock } from './from-stock.ts'

onBothDatabases('whether an order is from stock', (open) => {
  it('is said of counted pieces alone, and of none that is to be engraved [MAIL-21]', async () => {
    const { shop } = await sellingShop(await open())
    const isStocked = async ({ id }: { id: string }) =>
      isFromStock(shop.db.orm, id, await linesOfOrder(shop.db.orm, id))
    expect(await isStocked(await paidOrder(shop))).toBe(false)
    await thereAre(shop, '7', 3)
    const stocked = await paidOrder(shop, [{ productId: '7', size: 'Small', quantity: 2 }])
    expect(await isStocked(stocked)).toBe(true)
    const lines = await linesOfOrder(shop.db.orm, stocked.id)
    const engraved = lines.map((line) => ({ ...line, engraving: 'For Ada' }))
    expect(await isFromStock(shop.db.orm, stocked.id, engraved)).toBe(false)
  })
})

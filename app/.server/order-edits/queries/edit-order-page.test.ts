import { expect, it } from 'vitest'
import { lockOrderOrThrow } from '#app/.server/orders/order-checks.ts'
import { openHold } from '#app/.server/risk/holds.ts'
import { onBothDatabases, onPostgres } from '#tests/support/databases.ts'
import { editingShop, edits, line } from '#tests/support/order-edits.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { editOrderPage } from './edit-order-page.ts'

onBothDatabases('the form of an edit', (open) => {
  it('offers the lines of the order, or says in one sentence why it cannot be edited now [EDIT-01, EDIT-08]', async () => {
    const { shop } = await editingShop(await open())
    const order = await paidOrder(shop)
    expect(await editOrderPage(shop, order.id)).toMatchObject({
      problem: null,
      lines: [{ position: 0, size: 'Small', left: 1 }],
    })
    await edits(shop, order, { lines: [line(0, 'Large', 1)] })
    expect(await editOrderPage(shop, order.id)).toMatchObject({
      problem: 'A change is already waiting for payment. Cancel it first.',
    })
    const held = await paidOrder(shop)
    const reason = 'The sales tax is to be checked.'
    const hold = { kind: 'sales tax', object: held.id, reason, at: shop.now() } as const
    await openHold(shop.db.orm, held.id, hold)
    expect(await editOrderPage(shop, held.id)).toMatchObject({ problem: reason })
  })
})

onPostgres('the form of an edit', (open) => {
  it('is shown while the order is being changed, without waiting for it [EDIT-08]', async () => {
    const { shop } = await editingShop(await open())
    const order = await paidOrder(shop)
    await shop.db.orm.transaction(async (tx) => {
      await lockOrderOrThrow(tx, order.id)
      expect(await editOrderPage(shop, order.id)).toMatchObject({ problem: null })
    })
  })
})

import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { fixGold } from '#app/.server/draft-orders/commands/fix-gold.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { lockNewOrders } from '#app/.server/gold-price/void-quotes.ts'
import { lockOrderOrThrow } from '#app/.server/orders/order-checks.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { orderEdits } from '#app/.server/platform/db/order-edit-schema.ts'
import { honorPrice } from '#app/.server/refunds/commands/honor-price.ts'
import { withdrawGoldPrice } from '#app/.server/refunds/commands/withdraw-gold-price.ts'
import { ordersToDecide } from '#app/.server/refunds/queries/withdrawal.ts'
import { onBothDatabases, onPostgres } from '#tests/support/databases.ts'
import { editingShop, edits, line } from '#tests/support/order-edits.ts'
import { paidOrder, seenByStaff } from '#tests/support/orders.ts'
import { changeProducts } from '#tests/support/products.ts'
import { asStaff, madeOrder, saleOf } from '#tests/support/staff-orders.ts'

const by = 'ann@example.com'
const large = { productId: '7', size: 'Large', quantity: 1 }

async function withdraws(shop: AppContext, reason: string) {
  const { goldPriceId } = await currentGoldPrice(shop, { mustBeFresh: true })
  const from = goldPriceId ?? 0
  return withdrawGoldPrice(shop, { from, until: from, by, reason })
}

onBothDatabases('an edit at a gold price that is withdrawn', (open) => {
  it('is decided about at that price, and again where the price of a later edit is withdrawn [WITHDRAW-03, WITHDRAW-04]', async () => {
    const { shop, goldBecomes, pass } = await editingShop(await open())
    const order = await paidOrder(shop, [large])
    pass(1)
    await goldBecomes('131')
    await edits(shop, order, { lines: [line(0, 'Small', 1)] })
    await withdraws(shop, 'A digit was missing.')
    expect(await ordersToDecide(shop.db.orm)).toMatchObject({
      list: [{ id: order.id, perGram: 131_0000, reason: 'A digit was missing.' }],
    })
    await honorPrice(shop, { ...(await seenByStaff(shop, order)), reason: 'A good customer.' })
    expect(await ordersToDecide(shop.db.orm)).toMatchObject({ total: 0 })
    pass(1)
    await goldBecomes('132')
    await edits(shop, order, { lines: [line(1, 'Large', 1)] })
    expect(await withdraws(shop, 'It was too low.')).toMatchObject({ toDecide: 1 })
    expect(await ordersToDecide(shop.db.orm)).toMatchObject({
      list: [{ id: order.id, perGram: 132_0000, reason: 'It was too low.' }],
    })
  })

  it('is not concerned where it only added an engraving, whose piece keeps its gold price [EDIT-04, WITHDRAW-03]', async () => {
    const { shop, goldBecomes, pass } = await editingShop(await open())
    const engraves = { engravingFeeCents: 6000, engravingMax: 12 }
    await changeProducts(shop, engraves, eq(products.id, '7'))
    const order = await paidOrder(shop)
    pass(1)
    await goldBecomes('131')
    expect(await edits(shop, order, { lines: [line(0, 'Small', 1, 'For Ada')] })).toMatchObject({
      dueCents: 6000,
      confirmed: { goldPrice: null },
    })
    expect(await shop.db.orm.select().from(orderEdits)).toMatchObject([{ goldPriceId: null }])
    expect(await withdraws(shop, 'A digit was missing.')).toMatchObject({ toDecide: 0 })
  })
})

onPostgres('a gold price that is withdrawn while an order is', (open) => {
  const custom = { custom: 'yes', deposit: '40%', goldFixed: 'delivery', request: 'A plain ring.' }

  it.each([
    [
      'edited',
      async (shop: AppContext) => {
        const order = await paidOrder(shop, [large])
        return { order, change: () => edits(shop, order, { lines: [line(0, 'Small', 1)] }) }
      },
    ],
    [
      'priced at delivery',
      async (shop: AppContext) => {
        const order = await madeOrder(shop, custom)
        const goldPrice = (await saleOf(shop, order)).records[0]?.id ?? 0
        const request = { ...(await asStaff(shop, order)), goldPrice }
        return { order, change: () => fixGold(shop, request) }
      },
    ],
  ])('%s waits for it, and neither waits for the other [WITHDRAW-01, EDIT-04]', async (_, made) => {
    const { shop } = await editingShop(await open())
    const { order, change } = await made(shop)
    let done: Promise<unknown> = Promise.resolve()
    // In the order of a withdrawal: all new orders first, then those it marks.
    await shop.db.orm.transaction(async (tx) => {
      await lockNewOrders(tx)
      done = change()
      await expect
        .poll(async () => {
          const [found] = await rows<{ waits: boolean }>(
            shop.db.orm,
            sql`select exists (select from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock') as waits`,
          )
          return found?.waits
        })
        .toBe(true)
      await lockOrderOrThrow(tx, order.id)
    })
    await expect(done).resolves.toBeDefined()
  })
})

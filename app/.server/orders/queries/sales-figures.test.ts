import { expect, it } from 'vitest'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { heldOrder, paidOrder, payment, pendingOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { shopDay } from './orders-to-do.ts'
import { salesFigures } from './sales-figures.ts'

const none = { orders: 0, goods: 0, metalMg: 0 }

onBothDatabases('what was sold', (open) => {
  it('is counted on the day it was paid by the shop’s clock, to the cent and milligram [TODAY-02]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const late = await pendingOrder(shop, [{ productId: '7', size: 'Small', quantity: 2 }])
    const first = await paidOrder(shop)
    await heldOrder(shop)
    const [today, { now }] = [shopDay(shop.now()), shop]
    const figures = () => salesFigures(shop.db.orm, shop, { livemode: false })
    const one = { orders: 1, goods: first.totalCents, metalMg: 14_200 }
    expect(await figures()).toMatchObject({
      day: { now: { days: { from: today, to: today }, sales: one }, before: { sales: none } },
      week: { now: { sales: one }, before: { sales: none } },
      month: { now: { sales: one }, before: { sales: none } },
    })
    // To the first minute of the next day, west of Greenwich.
    while (shopDay(now()) === today) pass(1)
    expect(now().getUTCHours()).toBeGreaterThan(0)
    await applyPaymentEvent(shop, payment(late))
    const two = { orders: 1, goods: late.totalCents, metalMg: 28_400 }
    const both = { orders: 2, goods: first.totalCents + late.totalCents, metalMg: 42_600 }
    expect(await figures()).toMatchObject({
      day: { now: { sales: two }, before: { sales: one } },
      month: { now: { sales: both } },
    })
    const live = await salesFigures(shop.db.orm, shop, { livemode: true })
    expect(live.month.now.sales).toEqual(none)
  })
})

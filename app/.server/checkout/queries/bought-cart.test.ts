import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { payment, pendingOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { boughtCart } from './bought-cart.ts'

onBothDatabases('what a cart bought', (open) => {
  it('is known by its quote alone, once it is paid or its payment is on its way [CART-17]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const bought = [{ productId: '7', size: 'Small', quantity: 1 }]
    expect(await boughtCart(shop, order.quoteId)).toBeNull()
    const onItsWay = { paymentProcessingAt: shop.now() }
    await shop.db.orm.update(orders).set(onItsWay).where(eq(orders.id, order.id))
    expect(await boughtCart(shop, order.quoteId)).toEqual(bought)
    await applyPaymentEvent(shop, payment(order))
    expect(await boughtCart(shop, order.quoteId)).toEqual(bought)
    for (const other of ['', order.id, order.token, order.number]) {
      expect(await boughtCart(shop, other), other).toBeNull()
    }
  })
})

import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { paymentEvents } from '#app/.server/platform/db/schema.ts'
import { exportBuyer } from '#app/.server/privacy/queries/export-buyer.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  type PlacedOrder,
  paidOrder,
  payment,
  pendingOrder,
  storedOrder,
} from '#tests/support/orders.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'

/** Takes payments at a provider that charges cards, or at its test mode. */
function takes(shop: AppContext, live: boolean): AppContext {
  const { payments } = shop
  if (!payments) throw new Error('no payments')
  return { ...shop, payments: { ...payments, provider: 'stripe', live } }
}

onBothDatabases('live and test', (open) => {
  const eventOf = async (shop: AppContext, id: string) => {
    const [row] = await shop.db.orm.select().from(paymentEvents).where(eq(paymentEvents.id, id))
    return row
  }
  const send = async (shop: AppContext, order: PlacedOrder) =>
    recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'UPS 1Z' })

  it('are kept with order and event, and the number of a test order says so [MODE-01]', async () => {
    const { shop } = await sellingShop(await open())
    for (const live of [false, true]) {
      const app = takes(shop, live)
      const order = await paidOrder(app)
      expect(order.livemode).toBe(live)
      expect(order.number).toMatch(live ? /^FN-\w{4}-\w{4}$/ : /^T-FN-\w{4}-\w{4}$/)
      expect(await eventOf(app, `paid-${order.id}`)).toMatchObject({ livemode: live })
      const { orders } = await exportBuyer(app, 'ada@example.com')
      expect(orders).toContainEqual(
        expect.objectContaining({ number: order.number, isTest: !live }),
      )
    }
  })

  it('an event of the other mode is kept and changes nothing, whatever order it names [MODE-02]', async () => {
    const { shop } = await sellingShop(await open())
    for (const live of [false, true]) {
      const app = takes(shop, live)
      const order = await pendingOrder(app)
      const other = payment(order, { id: `other-${live}`, livemode: !live })
      const outcome = `ignored: of ${live ? 'test' : 'live'} mode`
      expect(await applyPaymentEvent(app, other)).toEqual({ outcome, order: null })
      expect(await applyPaymentEvent(app, other)).toMatchObject({ outcome: 'repeated' })
      expect(await eventOf(app, other.id)).toMatchObject({
        outcome,
        livemode: !live,
        orderId: null,
      })
      expect((await storedOrder(app, order.id)).order).toMatchObject({
        state: 'pending',
        holdReason: null,
        revision: order.revision,
      })
    }
  })

  it('an event of the shop’s own mode finds no order of the other [MODE-02]', async () => {
    const { shop } = await sellingShop(await open())
    const test = await pendingOrder(takes(shop, false))
    const live = takes(shop, true)
    const about = { session: test.paymentSession ?? '', orderId: test.id }
    const real = payment(test, { id: 'real', livemode: true, about })
    expect(await applyPaymentEvent(live, real)).toEqual({ outcome: 'unknown order', order: null })
    expect((await storedOrder(shop, test.id)).order.state).toBe('pending')
    // A refund of it finds none either, by the payment.
    await applyPaymentEvent(live, {
      ...real,
      id: 'refund',
      type: 'refunded',
      reference: real.reference ?? '',
      about: { payment: real.reference ?? '' },
      occurredAt: shop.now(),
    })
    expect(await eventOf(live, 'refund')).toMatchObject({ outcome: 'unknown order' })
  })

  it('a test order is sent while the shop is a test, and never once it is live [MODE-03]', async () => {
    const { shop } = await sellingShop(await open())
    const [test, live] = [takes(shop, false), takes(shop, true)]
    const [early, late] = [await paidOrder(test), await paidOrder(test)]
    expect((await adminOrder(test, early.id))?.notToBeSent).toBeNull()
    await send(test, early)
    expect((await adminOrder(live, late.id))?.notToBeSent).toMatch(/^This is a test order/)
    expect(await refusal(send(live, late))).toMatchObject({
      code: 'order_not_to_be_sent',
      status: 409,
      message: expect.stringMatching(/no card was charged.*Nothing was changed\.$/),
    })
    expect((await storedOrder(shop, late.id)).order).toMatchObject({
      state: 'paid',
      tracking: null,
    })
    const real = await paidOrder(live)
    await send(live, real)
    expect((await storedOrder(shop, real.id)).order.state).toBe('fulfilled')
  })

  it('a quote from before the key was changed makes an order of the mode of now, and opens no page of the other [MODE-01]', async () => {
    const { shop } = await sellingShop(await open())
    const [test, live] = [takes(shop, false), takes(shop, true)]
    const answer = await quoteCart(test, [{ productId: '7', size: 'Small', quantity: 1 }])
    await placeOrder(test, checkout(answer))
    expect((await refusal(placeOrder(live, checkout(answer)))).code).toBe('quote_expired')
  })

  it('are listed and counted apart [MODE-04]', async () => {
    const { shop } = await sellingShop(await open())
    const [test, live] = [takes(shop, false), takes(shop, true)]
    for (const app of [test, test, live]) await paidOrder(app)
    const page = (mode?: 'live' | 'test', q = '') =>
      ordersPage(live, { q, filter: 'all', page: 1, mode })
    expect(await page()).toMatchObject({
      total: 3,
      ofTest: 2,
      isMixed: true,
      waiting: { live: { paid: 1, held: 0 }, test: { paid: 2, held: 0 } },
    })
    expect(await page(undefined, 'ada')).toMatchObject({ total: 3, ofTest: 2 })
    for (const [mode, total] of [
      ['live', 1],
      ['test', 2],
    ] as const) {
      const { orders, ...counts } = await page(mode)
      expect(counts).toMatchObject({ total, ofTest: mode === 'test' ? total : 0 })
      expect(orders.map(({ isTest }) => isTest)).toEqual(Array(total).fill(mode === 'test'))
    }
    expect((await health(live)).orders).toEqual({
      live: { waiting: 1, held: 0 },
      test: { waiting: 2, held: 0 },
    })
  })
})

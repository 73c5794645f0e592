import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { orders } from '#app/.server/platform/db/schema.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  heldOrder,
  paidOrder,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { cancelOrder, staffCancelOrder } from './cancel-order.ts'

const change = { actor: 'shopper', by: 'the shopper', why: 'No longer wanted.' } as const

onBothDatabases('canceling an order', (open) => {
  it('cancels what is still to be paid, and says why in the history [ORDER-02, ORDER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await pendingOrder(shop)
    expect(await cancelOrder(shop, id, change)).toBe('cancelled')
    const { order, history } = await storedOrder(shop, id)
    expect(order.state).toBe('cancelled')
    expect(history.at(-1)).toMatchObject({ toState: 'cancelled', ...change })
    expect(await cancelOrder(shop, 'unknown', change)).toBeNull()
  })

  it('leaves what was paid, is on hold, or whose payment is on its way [ORDER-02, ORDER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const processing = await pendingOrder(shop)
    await shop.db.orm
      .update(orders)
      .set({ paymentProcessingAt: shop.now() })
      .where(eq(orders.id, processing.id))
    for (const [{ id }, state] of [
      [await paidOrder(shop), 'paid'],
      [await heldOrder(shop), 'pending'],
      [processing, 'pending'],
    ] as const) {
      const before = await storedOrder(shop, id)
      expect(await cancelOrder(shop, id, change)).toBe(state)
      expect(await storedOrder(shop, id)).toEqual(before)
    }
  })

  it('by staff waits for a payment that is on its way [ORDER-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await pendingOrder(shop)
    await shop.db.orm.update(orders).set({ paymentProcessingAt: shop.now() })
    const seen = { ...(await seenByStaff(shop, { id })), reason: 'Asked for by telephone.' }
    expect(await refusal(staffCancelOrder(shop, seen))).toMatchObject({
      code: 'payment_processing',
      status: 409,
      message: expect.stringContaining('is pending'),
    })
    expect((await storedOrder(shop, id)).order.state).toBe('pending')
    await shop.db.orm.update(orders).set({ paymentProcessingAt: null })
    await staffCancelOrder(shop, seen)
    const { order, events } = await storedOrder(shop, id)
    expect(order.state).toBe('cancelled')
    expect(events.at(-1)).toMatchObject({
      action: 'order.canceled',
      facts: { number: order.number, reason: seen.reason },
    })
  })
})

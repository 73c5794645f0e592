import { asc, eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { closeVoidOrders } from '#app/.server/payments/commands/close-void-orders.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { notSellingMessage } from '#app/.server/selling/queries/selling.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { beforeTransaction, onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { placed, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { resumeSelling, stopSelling } from './stop-selling.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }
const by = 'ann@example.com'
const stop = { by, message: 'We are back on Monday.' }
const sentence =
  'The shop is not taking orders at the moment. You can still see prices. We are back on Monday.'

onBothDatabases('a shop that stopped selling', (open) => {
  it('quotes and takes no order, in every process, and sells again [STOP-01, STOP-06]', async () => {
    const { shop } = await sellingShop(await open())
    const before = await quoteCart(shop, [small])
    const other: AppContext = { ...shop, cache: { ...shop.cache } }
    expect(await notSellingMessage(other)).toBeNull()
    expect(await stopSelling(shop, stop)).toBe(true)
    for (const process of [shop, other]) {
      for (const answer of [before, await quoteCart(process, [small])]) {
        expect(await refusal(placeOrder(process, checkout(answer)))).toMatchObject({
          code: 'selling_stopped',
          status: 503,
          message: `${sentence} Nothing was charged.`,
        })
      }
    }
    expect(await shop.db.orm.$count(orders)).toBe(0)
    expect(await notSellingMessage(shop)).toBe(sentence)
    expect((await health(shop)).notices).toContainEqual(
      expect.stringContaining(`Selling is stopped (${by})`),
    )
    expect(await resumeSelling(shop, { by })).toBe(true)
    expect(await notSellingMessage(shop)).toBeNull()
    expect((await placeOrder(shop, checkout(before))).url).toContain('/test-payment/')
  })

  it('refuses an order that is written in that very moment [STOP-01]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const quote = await quoteCart(shop, [small])
    let done = false
    const racing = {
      ...shop,
      db: beforeTransaction(db, async () => {
        if (!done) await stopSelling(shop, stop)
        done = true
      }),
    }
    expect(await refusal(placeOrder(racing, checkout(quote)))).toMatchObject({ status: 503 })
    expect(await db.orm.$count(orders)).toBe(0)
  })

  it('leaves no order open, however many are on their way [STOP-02]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const quotes = await Promise.all(Array.from({ length: 12 }, () => quoteCart(shop, [small])))
    const checkouts = quotes.map((quote) =>
      placeOrder(shop, checkout(quote)).then(
        () => 'sold',
        ({ code }) => code,
      ),
    )
    await stopSelling(shop, stop)
    await closeVoidOrders(shop)
    await Promise.all(checkouts)
    await closeVoidOrders(shop)
    expect(await db.orm.select().from(orders).where(eq(orders.state, 'pending'))).toEqual([])
  })

  it('lets paid orders go on, closes the others, and one paid in that moment stays paid [STOP-02]', async () => {
    const { shop } = await sellingShop(await open())
    const [paid, racing, unpaid] = [
      await paidOrder(shop),
      await pendingOrder(shop),
      await pendingOrder(shop),
    ]
    await stopSelling(shop, stop)
    await applyPaymentEvent(shop, payment(racing))
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 1, left: 0 })
    const { order, history } = await storedOrder(shop, unpaid.id)
    expect(order.state).toBe('cancelled')
    expect(history.at(-1)?.why).toBe('The shop stopped selling before it was paid.')
    for (const each of [paid, racing]) {
      await recordShipment(shop, { ...(await readyToSend(shop, each)), tracking: 'UPS 1Z' })
    }
    await resumeSelling(shop, { by })
    const later = await pendingOrder(shop)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 0, left: 0 })
    expect((await storedOrder(shop, later.id)).order.state).toBe('pending')
  })

  it('has open pages expired at Stripe, as soon as Stripe answers; the same quote does not lead there until then [STOP-01, STOP-02]', async () => {
    const { shop, stripe } = await stripeShop(await open())
    const order = await placed(shop)
    await stopSelling(shop, stop)
    stripe.behave(500)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 0, left: 1 })
    expect(await refusal(placeOrder(shop, checkout(order.answer)))).toMatchObject({
      code: 'selling_stopped',
    })
    stripe.behave(null)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 1, left: 0 })
    expect(stripe.store.sessions.get(order.session)?.status).toBe('expired')
    expect((await stored(shop, order)).state).toBe('cancelled')
  })

  it('keeps who did it, tells owners once, and changes nothing twice [STOP-05]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await firstAdmin(shop)
    expect(await Promise.all([stopSelling(shop, stop), stopSelling(shop, stop)])).toContain(false)
    expect(await stopSelling(shop, { by: 'ben@example.com', message: '' })).toBe(true)
    expect(await resumeSelling(shop, { by })).toBe(true)
    expect(await resumeSelling(shop, { by })).toBe(false)
    const entries = await db.orm
      .select({ action: auditLog.action, by: auditLog.actorId })
      .from(auditLog)
      .where(inArray(auditLog.action, ['selling.stopped', 'selling.resumed']))
      .orderBy(asc(auditLog.id))
    expect(entries).toEqual([
      { action: 'selling.stopped', by },
      { action: 'selling.stopped', by: 'ben@example.com' },
      { action: 'selling.resumed', by },
    ])
    const told = await db.orm.select({ kind: alerts.kind }).from(alerts)
    expect(told.map(({ kind }) => kind).filter((kind) => kind.startsWith('selling'))).toEqual([
      'selling-stopped',
      'selling-resumed',
    ])
  })
})

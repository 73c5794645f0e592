import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { cancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { testBuyer, testPaymentForm } from '#app/contracts/payments/test-payment.ts'
import { readQuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { maxOpenOrders } from '#app/domain/checkout/checkout-plan.ts'
import { quoteId } from '#app/domain/quote/quote.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { stockOf, thereAre } from '#tests/support/stock.ts'
import { placeOrder } from './place-order.ts'
import { quoteCart } from './quote-cart.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }
const network = '203.0.113.7'
const quotes = (shop: AppContext, count: number) =>
  Promise.all(Array.from({ length: count }, () => quoteCart(shop, [small])))

onBothDatabases('open orders of one client', (open) => {
  it('are five at most, also where they are placed at the same moment [OPEN-01]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const held = await quotes(shop, maxOpenOrders + 3)
    const outcomes = await Promise.allSettled(
      held.map((answer) => placeOrder(shop, { ...checkout(answer), network })),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ code: 'too_many_open_orders', status: 429 })
      expect(reason.message).toBe(
        '5 orders from your network are still waiting for payment. Please pay for one of them, or try again in 35 minutes.',
      )
    }
    expect(await db.orm.$count(orders)).toBe(maxOpenOrders)
    // Others are not held up; nor is the same quote posted again, or a newer one of the same cart.
    const [other, newer] = await quotes(shop, 2)
    if (!other || !newer) throw new Error('no quotes')
    await placeOrder(shop, { ...checkout(other), network: '203.0.113.8' })
    await placeOrder(shop, { ...checkout(other), network: null })
    const at = outcomes.findIndex(({ status }) => status === 'fulfilled')
    const again = held[at]
    if (!again) throw new Error('none was placed')
    await placeOrder(shop, { ...checkout(again), network })
    await placeOrder(shop, { ...checkout(newer), network, replaces: quoteId(again.quote) })
  })

  it('make room for another once one is paid, given up or has expired [OPEN-01]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const urls: string[] = []
    const place = async () => {
      const answer = await quoteCart(shop, [small])
      urls.push((await placeOrder(shop, { ...checkout(answer), network })).url)
    }
    for (let count = 0; count < maxOpenOrders; count += 1) await place()
    await expect(place()).rejects.toMatchObject({ status: 429 })
    const [first, second] = await db.orm.select().from(orders).orderBy(orders.createdAt)
    const pay = testPaymentForm.parse({ choice: 'pay', ...testBuyer })
    await takeTestPayment(shop, first?.paymentSession ?? '', pay)
    await place()
    await expect(place()).rejects.toMatchObject({ status: 429 })
    await cancelOrder(shop, second?.id ?? '', { actor: 'shopper', by: 'shopper', why: 'A test.' })
    await place()
    await expect(place()).rejects.toMatchObject({ status: 429 })
    pass(36)
    await place()
  })

  it('keep no address, and after a day nothing of whose they are [OPEN-01]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const [answer] = await quotes(shop, 1)
    if (!answer) throw new Error('no quote')
    await placeOrder(shop, { ...checkout(answer), network })
    const [order] = await db.orm.select().from(orders)
    expect(order?.clientHash).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(order)).not.toContain(network)
    pass(24 * 60 - 1)
    await expireOrders(shop)
    expect((await db.orm.select().from(orders))[0]?.clientHash).not.toBeNull()
    pass(1)
    await expireOrders(shop)
    expect((await db.orm.select().from(orders))[0]?.clientHash).toBeNull()
  })
})

onBothDatabases('the fair lock after gold has risen', (open) => {
  it('holds for the only order of a client, and for no further one beyond 1% [OPEN-02, QUOTE-04]', async () => {
    const db = await open()
    const { shop, goldBecomes } = await sellingShop(db)
    const [one, two, three] = await quotes(shop, 3)
    if (!one || !two || !three) throw new Error('no quotes')
    await goldBecomes('140')
    const placed = await placeOrder(shop, { ...checkout(one), network })
    const [first] = await db.orm.select().from(orders).where(eq(orders.paymentUrl, placed.url))
    expect(first?.totalCents).toBe(Math.round(Number(one.total) * 100))
    const problem = await refusal(placeOrder(shop, { ...checkout(two), network }))
    expect(problem).toMatchObject({ code: 'quote_expired', status: 409 })
    const fresh = readQuoteResponse(problem.details.fresh)
    if (!fresh) throw new Error('no fresh quote')
    expect(Number(fresh.total)).toBeGreaterThan(Number(two.total))
    expect(await db.orm.$count(orders)).toBe(1)
    // The fresh one is taken, and somebody else's one quote holds as ever.
    await placeOrder(shop, { ...checkout(fresh), network })
    await placeOrder(shop, { ...checkout(three), network: '203.0.113.8' })
  })

  it('counts an order that was paid in the meantime, and none that was given up [OPEN-02]', async () => {
    const db = await open()
    const { shop, goldBecomes } = await sellingShop(db)
    const [one, two] = await quotes(shop, 2)
    if (!one || !two) throw new Error('no quotes')
    await placeOrder(shop, { ...checkout(one), network })
    await goldBecomes('140')
    await db.orm.update(orders).set({ state: 'paid', paidAt: shop.now() })
    expect(await refusal(placeOrder(shop, { ...checkout(two), network }))).toMatchObject({
      status: 409,
    })
    await db.orm.update(orders).set({ state: 'cancelled', paidAt: null })
    await placeOrder(shop, { ...checkout(two), network })
  })

  it('holds for several while gold stands within 1% [OPEN-02]', async () => {
    const db = await open()
    const { shop, goldBecomes } = await sellingShop(db)
    const held = await quotes(shop, 3)
    await goldBecomes('131.3')
    for (const answer of held) await placeOrder(shop, { ...checkout(answer), network })
    expect(await db.orm.$count(orders)).toBe(3)
  })

  it('keep the last piece for two checkouts in a row, and then leave it to others for two hours [OPEN-03]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    await thereAre(shop, '7', 1)
    const place = async (from: string | null, shopper = shop) =>
      placeOrder(shopper, { ...checkout(await quoteCart(shop, [small])), network: from })
    for (let times = 0; times < 2; times += 1) {
      await place(network)
      pass(36)
      await expireOrders(shop)
    }
    const problem = await refusal(place(network))
    expect(problem).toMatchObject({ code: 'not_enough_left', status: 422 })
    expect(problem.message).toContain('try again in 120 minutes')
    expect((await stockOf(shop, '7')).reserved).toBe(0)
    await place('198.51.100.1')
    pass(36)
    await expireOrders(shop)
    await place(null)
    pass(85)
    await expireOrders(shop)
    await place(network)
  })
})

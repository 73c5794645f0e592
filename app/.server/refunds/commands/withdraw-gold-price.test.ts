import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { readOrderFacts } from '#app/.server/emails/read-order-facts.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { acceptGoldPrice } from '#app/.server/gold-price/commands/accept-gold-price.ts'
import { decideReviewedPrice } from '#app/.server/gold-price/commands/decide-reviewed-price.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { closeVoidOrders } from '#app/.server/payments/commands/close-void-orders.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import { goldPriceHistory } from '#app/.server/platform/db/gold-price-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { fallbackSource } from '#app/domain/gold-price/gold-price.ts'
import type { PricePerOunce } from '#app/domain/gold-price/rates.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { beforeTransaction, onBothDatabases } from '#tests/support/databases.ts'
import { reading } from '#tests/support/gold-prices.ts'
import {
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { chargeEvents, placed, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { wire } from '#tests/support/wire-events.ts'
import { ordersToDecide, withdrawalPreview } from '../queries/withdrawal.ts'
import { honorPrice } from './honor-price.ts'
import { withdrawGoldPrice } from './withdraw-gold-price.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }
const by = 'ann@example.com'
const reason = 'A digit was missing.'

const history = ({ db }: AppContext) =>
  db.orm.select().from(goldPriceHistory).orderBy(asc(goldPriceHistory.id))

async function currentId(shop: AppContext): Promise<number> {
  const { goldPriceId } = await currentGoldPrice(shop, { mustBeFresh: true })
  if (goldPriceId === null) throw new Error('there is no accepted price')
  return goldPriceId
}

/** The price of now, or of an id, and those after it up to another. */
async function withdraw(
  shop: AppContext,
  which: { from?: number | undefined; until?: number | undefined } = {},
) {
  const from = which.from ?? (await currentId(shop))
  return withdrawGoldPrice(shop, { from, until: which.until ?? from, by, reason })
}

const perGram = async (shop: AppContext) =>
  (await currentGoldPrice(shop, { mustBeFresh: true })).gold.perGram

onBothDatabases('a withdrawn gold price', (open) => {
  it('voids the quotes made at it in every process, and no other quote [WITHDRAW-01, QUOTE-04]', async () => {
    const { shop, goldBecomes, pass } = await sellingShop(await open())
    const good = await quoteCart(shop, [small])
    pass(1)
    await goldBecomes('13')
    const other: AppContext = { ...shop, cache: { ...shop.cache } }
    const wrong = [await quoteCart(shop, [small]), await quoteCart(other, [small])]
    await withdraw(shop)
    for (const answer of wrong) {
      for (const process of [shop, other]) {
        const problem = await refusal(placeOrder(process, checkout(answer)))
        expect(problem).toMatchObject({
          code: 'quote_expired',
          status: 409,
          message: 'The gold price was corrected. Please review the new total and confirm.',
        })
        const fresh = problem.details.fresh as QuoteResponse
        expect(fresh.lines).toMatchObject([{ pricePerGram: '130.00' }])
        expect((await placeOrder(process, checkout(fresh))).url).toContain('/test-payment/')
      }
    }
    expect((await placeOrder(shop, checkout(good))).url).toContain('/test-payment/')
  })

  it('closes unpaid orders placed at it, also where an earlier quote was charged at it [WITHDRAW-01]', async () => {
    const db = await open()
    const { shop, goldBecomes } = await sellingShop(db)
    const before = await pendingOrder(shop)
    const earlier = await quoteCart(shop, [small])
    await goldBecomes('120')
    const at = await pendingOrder(shop)
    // The fair lock charged the lower price of that moment.
    await placeOrder(shop, checkout(earlier))
    await withdraw(shop)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 2, left: 0 })
    expect((await storedOrder(shop, before.id)).order.state).toBe('pending')
    const closed = await storedOrder(shop, at.id)
    expect(closed.order.state).toBe('cancelled')
    expect(closed.history.map(({ why }) => why)).toEqual([
      'Checkout started.',
      `The gold price it was placed at was withdrawn: ${reason}`,
      'The gold price it was placed at was withdrawn.',
    ])
  })

  it('does not lead to a page that is still open at it, while Stripe does not answer [WITHDRAW-01]', async () => {
    const { shop, stripe, goldBecomes } = await stripeShop(await open())
    const good = await quoteCart(shop, [small])
    await goldBecomes('120')
    expect((await placeOrder(shop, checkout(good))).url).toBeTruthy()
    await withdraw(shop)
    stripe.behave(500)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 0, left: 1 })
    const problem = await refusal(placeOrder(shop, checkout(good)))
    expect(problem).toMatchObject({ code: 'quote_expired', status: 409 })
    expect(problem.details.fresh).toMatchObject({ lines: [{ pricePerGram: '130.00' }] })
  })

  it('lets the last good price stand again, with its own time and no new protection [WITHDRAW-02]', async () => {
    const { shop, goldBecomes, pass } = await sellingShop(await open())
    const first = await currentGoldPrice(shop)
    pass(90)
    await goldBecomes('13')
    const done = await withdraw(shop)
    expect(done).toMatchObject({ prices: 1, isReplaced: true, stands: { perGram: 1_300_000 } })
    const now = await currentGoldPrice(shop, { mustBeFresh: true })
    expect(now).toMatchObject({
      gold: { perGram: 1_300_000, takenAt: first.gold.takenAt },
      lastUpdated: first.lastUpdated,
      goldPriceId: first.goldPriceId,
      state: 'set by hand',
    })
    pass(31)
    const fetched = reading({ perOunce: 40_500_000 as PricePerOunce, takenAt: shop.now() })
    expect((await acceptGoldPrice(shop, fetched)).outcome).toBe('accepted')
  })

  it('goes with all later ones that staff saw; one accepted since stays [WITHDRAW-02, WITHDRAW-07]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    const ids = []
    for (const price of ['13', '14', '15']) {
      await goldBecomes(price)
      ids.push(await currentId(shop))
    }
    const [from, until] = ids
    const preview = await withdrawalPreview(shop.db.orm, from ?? 0)
    expect(preview).toMatchObject({
      perGram: 130_000,
      newest: ids[2],
      later: 2,
      alone: { isReplaced: false, standsAt: null },
      withLater: { isReplaced: true, standsAt: 1_300_000 },
    })
    expect(await withdraw(shop, { from, until })).toMatchObject({ prices: 2, isReplaced: false })
    expect(await perGram(shop)).toBe(150_000)
    expect(await withdraw(shop, { from, until: ids[2] })).toMatchObject({ prices: 1 })
    expect(await perGram(shop)).toBe(1_300_000)
    expect((await history(shop)).map(({ status }) => status)).toEqual([
      'accepted',
      'withdrawn',
      'withdrawn',
      'withdrawn',
    ])
  })

  it('leaves the default record where it was the only one, in every process [WITHDRAW-02]', async () => {
    const { shop } = await sellingShop(await open())
    const other: AppContext = { ...shop, cache: { ...shop.cache } }
    await currentGoldPrice(other)
    await withdraw(shop)
    for (const process of [shop, other]) {
      const { gold, goldPriceId } = await currentGoldPrice(process, { mustBeFresh: true })
      expect([gold.source, goldPriceId]).toEqual([fallbackSource, null])
      expect(process.cache.goldPrice).toBeNull()
    }
    const fresh = await quoteCart(shop, [small])
    expect((await placeOrder(shop, checkout(fresh))).url).toContain('/test-payment/')
  })

  it('of a feed is held when the feed tells it again, until staff accept it [WITHDRAW-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    pass(121)
    const tells = async (perOunce: number) => {
      pass(30)
      const told = reading({ perOunce: perOunce as PricePerOunce, takenAt: shop.now() })
      return (await acceptGoldPrice(shop, told)).outcome
    }
    expect(await tells(40_500_000)).toBe('accepted')
    expect(await tells(42_500_000)).toBe('accepted')
    await withdraw(shop)
    expect(await tells(42_510_000)).toBe('held')
    expect(await tells(40_600_000)).toBe('accepted')
    expect(await tells(42_500_000)).toBe('held')
    const waiting = (await history(shop)).find(({ status }) => status === 'held')
    await decideReviewedPrice(shop, waiting?.id ?? 0, 'accept', by)
    expect(await tells(42_520_000)).toBe('accepted')
    // The same figures as the withdrawn ones, and another price: what was quoted at it holds.
    const again = await quoteCart(shop, [small])
    expect((await placeOrder(shop, checkout(again))).url).toContain('/test-payment/')
  })

  it('is withdrawn once, even if two people try; who did it and why is kept [WITHDRAW-06]', async () => {
    const db = await open()
    const { shop, goldBecomes } = await sellingShop(db)
    await firstAdmin(shop)
    await goldBecomes('13')
    await paidOrder(shop)
    const from = await currentId(shop)
    const twice = await Promise.allSettled([
      withdraw(shop, { from }),
      withdrawGoldPrice(shop, { from, until: from, by: 'ben@example.com', reason: 'Wrong.' }),
    ])
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(withdraw(shop, { from }))).toMatchObject({ status: 409 })
    const row = (await history(shop)).find(({ id }) => id === from)
    expect([by, 'ben@example.com']).toContain(row?.withdrawnBy)
    const entries = await db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'gold_price.withdrawn'))
    expect(entries).toMatchObject([
      { actorId: row?.withdrawnBy, facts: { perGram: 130_000, toDecide: 1, stands: 1_300_000 } },
    ])
    const told = await db.orm.select().from(alerts).where(eq(alerts.kind, 'gold-price-withdrawn'))
    expect(told).toHaveLength(1)
  })

  it('is withdrawn whole or not at all: a process that ends in between leaves nothing [WITHDRAW-06]', async () => {
    const db = await open()
    const { shop, goldBecomes } = await sellingShop(db)
    await goldBecomes('13')
    const order = await paidOrder(shop)
    const transaction = db.orm.transaction.bind(db.orm)
    const orm = new Proxy(db.orm, {
      get: (target, name) => {
        if (name !== 'transaction') return Reflect.get(target, name)
        return (work: Parameters<typeof transaction>[0]) =>
          transaction(async (tx) => {
            await work(tx)
            throw new Error('the process ended')
          })
      },
    })
    await expect(withdraw({ ...shop, db: { ...db, orm } })).rejects.toThrow('the process ended')
    expect(await perGram(shop)).toBe(130_000)
    expect((await storedOrder(shop, order.id)).order).toMatchObject({
      priceWithdrawnAt: null,
      needsReview: false,
      revision: order.revision,
    })
    await withdraw(shop)
    expect((await storedOrder(shop, order.id)).order.needsReview).toBe(true)
  })

  it('refuses the order that is just being written at it; the shopper’s own quote holds where it is another [WITHDRAW-01, QUOTE-04]', async () => {
    const db = await open()
    const { shop, goldBecomes } = await sellingShop(db)
    const good = await quoteCart(shop, [small])
    await goldBecomes('120')
    const wrong = await quoteCart(shop, [small])
    const from = await currentId(shop)
    let done = false
    const racing = {
      ...shop,
      db: beforeTransaction(db, async () => {
        if (!done) await withdraw(shop, { from })
        done = true
      }),
    }
    expect((await placeOrder(racing, checkout(good))).url).toContain('/test-payment/')
    expect(await refusal(placeOrder(shop, checkout(wrong)))).toMatchObject({ status: 409 })
    const sold = await db.orm.select({ perGram: orders.goldPricePerGram }).from(orders)
    expect(sold).toEqual([{ perGram: '130.0000' }])
  })
})

onBothDatabases('an order paid at a withdrawn price', (open) => {
  it('waits for a decision and is not sent; honored by name and reason, it goes on [WITHDRAW-03, WITHDRAW-04]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    const good = await paidOrder(shop)
    await goldBecomes('13')
    const order = await paidOrder(shop)
    expect(await withdraw(shop)).toMatchObject({ toDecide: 1 })
    expect(await ordersToDecide(shop.db.orm)).toMatchObject({
      total: 1,
      list: [{ id: order.id, number: order.number, perGram: 130_000, reason }],
    })
    expect(await adminOrder(shop, order.id)).toMatchObject({
      priceToDecide: true,
      notToBeSent: expect.stringContaining('Its price was withdrawn'),
    })
    const send = async () =>
      recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'UPS 1Z' })
    expect(await refusal(send())).toMatchObject({ code: 'order_not_to_be_sent', status: 409 })
    const seen = await seenByStaff(shop, order)
    await honorPrice(shop, { ...seen, reason: 'Our mistake.' })
    // Pressed twice, or by another.
    expect(await refusal(honorPrice(shop, { ...seen, reason: 'Again.' }))).toMatchObject({
      code: 'price_decided',
    })
    const after = await storedOrder(shop, order.id)
    expect(after.order).toMatchObject({ state: 'paid', needsReview: false })
    expect(after.history.at(-1)).toMatchObject({
      by,
      why: 'The withdrawn price was honored: Our mistake.',
    })
    expect(after.events).toMatchObject([{ action: 'order.price_honored', actorId: by }])
    await send()
    expect((await storedOrder(shop, good.id)).order.needsReview).toBe(false)
  })

  it('is listed too where it is paid in the moment of the withdrawal, and staff are told [WITHDRAW-03]', async () => {
    const db = await open()
    const { shop, goldBecomes } = await sellingShop(db)
    await firstAdmin(shop)
    await goldBecomes('13')
    const order = await pendingOrder(shop)
    await withdraw(shop)
    await applyPaymentEvent(shop, payment(order))
    await applyPaymentEvent(shop, payment(order))
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 0, left: 0 })
    expect((await storedOrder(shop, order.id)).order).toMatchObject({
      state: 'paid',
      needsReview: true,
    })
    expect((await ordersToDecide(db.orm)).total).toBe(1)
    const told = await db.orm
      .select()
      .from(alerts)
      .where(eq(alerts.kind, 'paid-at-withdrawn-price'))
    expect(told).toHaveLength(1)
  })

  it('leaves an order whose wire is on its way, counts it apart, and tells staff not to ship it [WITHDRAW-03, WITHDRAW-07]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    const at = await currentId(shop)
    const effect = async () => (await withdrawalPreview(shop.db.orm, at))?.alone
    expect(await effect()).toMatchObject({ unpaid: 1, onTheirWay: 0 })
    await shop.db.orm.update(orders).set({ paymentProcessingAt: shop.now() })
    expect(await effect()).toMatchObject({ unpaid: 0, onTheirWay: 1, paid: 0 })
    await withdraw(shop)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 0, left: 0 })
    await tell(wire(stripe, order.customer, order.totalCents))
    const paid = (await storedOrder(shop, order.id)).order
    expect(paid).toMatchObject({ state: 'paid', needsReview: true })
    const about = { kind: 'order-paid-staff', occasion: '' } as const
    expect((await readOrderFacts(shop, about, paid)).heldBack).toContain(
      'It was paid at a gold price that was withdrawn. Honor the price or refund the order first.',
    )
  })

  it('stays listed where it was sent before, and not where its money is given back [WITHDRAW-03]', async () => {
    const { shop, stripe, tell, goldBecomes } = await stripeShop(await open())
    await goldBecomes('13')
    const all = [await placed(shop), await placed(shop), await placed(shop)] as const
    const paid = []
    for (const order of all.slice(0, 2)) {
      const news = stripe.pay(order.session)
      paid.push(news)
      await tell(news)
    }
    const [sent, refunded, racing] = all
    await recordShipment(shop, { ...(await readyToSend(shop, sent)), tracking: 'UPS 1Z' })
    const late = stripe.pay(racing.session)
    expect(await withdraw(shop)).toMatchObject({ toDecide: 2 })
    // Its card was good, and the webhook has not come yet: Stripe says so when the page is closed.
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 0, left: 0 })
    expect((await stored(shop, racing)).state).toBe('paid')
    await tell(late)
    const news = paid[1]
    if (!news) throw new Error('nothing was paid')
    await tell(chargeEvents(stripe, news).refund(refunded.totalCents))
    const { list } = await ordersToDecide(shop.db.orm)
    expect(list.map(({ id, state }) => [id, state]).sort()).toEqual(
      [
        [sent.id, 'fulfilled'],
        [racing.id, 'paid'],
      ].sort(),
    )
  })

  it('has its page expired at Stripe, as soon as Stripe answers [WITHDRAW-01]', async () => {
    const { shop, stripe, goldBecomes } = await stripeShop(await open())
    await goldBecomes('13')
    const order = await placed(shop)
    await withdraw(shop)
    stripe.behave(500)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 0, left: 1 })
    stripe.behave(null)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 1, left: 0 })
    expect(stripe.store.sessions.get(order.session)?.status).toBe('expired')
    expect(await stored(shop, order)).toMatchObject({ state: 'cancelled', needsReview: false })
  })
})

import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { parsePerGram } from '#app/domain/gold-price/rates.ts'
import { quoteId } from '#app/domain/quote/quote.ts'
import { beforeTransaction, onBothDatabases } from '#tests/support/databases.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { placed, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import type { AppContext } from '../app-context.ts'
import { placeOrder } from '../checkout/commands/place-order.ts'
import { quoteCart } from '../checkout/commands/quote-cart.ts'
import { closeVoidOrders } from '../payments/commands/close-void-orders.ts'
import { takeTestPayment } from '../payments/commands/take-test-payment.ts'
import type { PaymentGateway } from '../payments/gateway/payment-gateway.ts'
import { testPayments } from '../payments/gateway/test-payments.ts'
import { auditLog } from '../platform/db/audit-log-schema.ts'
import { orders } from '../platform/db/schema.ts'
import { AppError } from '../platform/errors.ts'
import { setManualGoldPrice } from './commands/set-manual-gold-price.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }
const why = 'The gold price it was placed at was corrected.'

async function correct(app: AppContext, perGram: string): Promise<void> {
  const rate = parsePerGram(perGram)
  if (rate === null) throw new Error(`${perGram} is no price`)
  await setManualGoldPrice(app, { ...byHand(rate), voidsEarlier: true })
}

const paying = {
  choice: 'pay' as const,
  email: 'ada@example.com',
  name: 'Ada Buyer',
  line1: '1000 Example Street',
  line2: '',
  city: 'Seattle',
  state: 'WA' as const,
  postalCode: '98101',
}

/** Another process on the same database, whose clock may differ. */
const otherProcess = (app: AppContext, minutesAhead: number): AppContext => ({
  ...app,
  now: () => new Date(app.now().getTime() + minutesAhead * 60_000),
  cache: { ...app.cache },
})

onBothDatabases('a corrected gold price', (open) => {
  it('makes earlier quotes void, whatever the clocks of two processes say, and later ones good [QUOTE-07]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    for (const minutesAhead of [-5, 0, 5]) {
      await setManualGoldPrice(shop, byHand(92_800))
      const other = otherProcess(shop, minutesAhead)
      const quotes = [await quoteCart(shop, [small]), await quoteCart(other, [small])]
      await correct(shop, '130')
      for (const answer of quotes) {
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
    }
    const sold = await db.orm.select({ perGram: orders.goldPricePerGram }).from(orders)
    expect(new Set(sold.map(({ perGram }) => perGram))).toEqual(new Set(['130.0000']))
    expect(
      await db.orm.select().from(auditLog).where(eq(auditLog.action, 'gold_price.set')),
    ).toContainEqual(
      expect.objectContaining({
        facts: expect.objectContaining({ perGram: 1_300_000, voidsEarlier: true }),
      }),
    )
  })

  it('is not missed by a process that cannot read the price: it quotes nothing then [QUOTE-07, LIVE-07]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const cutOff = otherProcess(shop, 0)
    await setManualGoldPrice(shop, byHand(92_800))
    await quoteCart(cutOff, [small])
    await correct(shop, '130')
    // The price cannot be read, the catalog can.
    let fails = true
    const orm = new Proxy(db.orm, {
      get: (target, name) => {
        if (name !== 'select' || !fails) return Reflect.get(target, name)
        fails = false
        return () => {
          throw new Error('no connection')
        }
      },
    })
    const disturbed = { ...cutOff, db: { ...db, orm } }
    expect(await refusal(quoteCart(disturbed, [small]))).toMatchObject({ status: 503 })
    expect((await quoteCart(disturbed, [small])).goldPrice.pricePerGram).toBe('130.00')
  })

  it('leaves quotes alone where staff do not say that it corrects a mistake [QUOTE-04, QUOTE-07]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    const quote = await quoteCart(shop, [small])
    await goldBecomes('150')
    expect((await placeOrder(shop, checkout(quote))).url).toContain('/test-payment/')
  })

  it('cancels unpaid orders placed before, says why, and keeps paid and later ones [QUOTE-08]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const [unpaid, paid] = [await pendingOrder(shop), await pendingOrder(shop)]
    await takeTestPayment(shop, paid.paymentSession ?? '', paying)
    await correct(shop, '140')
    const later = await pendingOrder(shop)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 1, left: 0 })
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 0, left: 0 })
    const { order, history } = await storedOrder(shop, unpaid.id)
    expect(order.state).toBe('cancelled')
    expect(history.at(-1)).toMatchObject({ toState: 'cancelled', by: 'the shop', why })
    expect((await storedOrder(shop, paid.id)).order.state).toBe('paid')
    expect((await storedOrder(shop, later.id)).order.state).toBe('pending')
    const late = await takeTestPayment(shop, unpaid.paymentSession ?? '', paying)
    expect(late?.outcome).toBe('cancelled')
  })

  it('closes the page before the same quote is answered again, also where the job was not there yet [QUOTE-07, QUOTE-08]', async () => {
    const { shop, stripe } = await stripeShop(await open())
    const order = await placed(shop)
    await correct(shop, '140')
    const problem = await refusal(placeOrder(shop, checkout(order.answer)))
    expect(problem).toMatchObject({ code: 'quote_expired', status: 409 })
    expect(stripe.store.sessions.get(order.session)?.status).toBe('expired')
    expect((await stored(shop, order)).state).toBe('cancelled')
  })

  it('lets no order be written between the correction and the look for open ones [QUOTE-07, QUOTE-08]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const quotes = await Promise.all(Array.from({ length: 12 }, () => quoteCart(shop, [small])))
    const checkouts = quotes.map((quote) =>
      placeOrder(shop, checkout(quote)).then(
        () => 'sold',
        ({ code }) => code,
      ),
    )
    await correct(shop, '140')
    await closeVoidOrders(shop)
    // Those on their way are refused by themselves, or close their own page; the job finds no more.
    await Promise.all(checkouts)
    await closeVoidOrders(shop)
    const left = await db.orm.select().from(orders).where(eq(orders.state, 'pending'))
    expect(left).toEqual([])
  })

  it('refuses an order whose quote became void in the very moment it is written [QUOTE-07]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const quote = await quoteCart(shop, [small])
    // After the checks of the quote, and before the order is written.
    const transaction = db.orm.transaction.bind(db.orm)
    let corrected = false
    const orm = new Proxy(db.orm, {
      get: (target, name) => {
        if (name !== 'transaction') return Reflect.get(target, name)
        return async (...args: Parameters<typeof transaction>) => {
          if (!corrected) await correct(shop, '140')
          corrected = true
          return transaction(...args)
        }
      },
    })
    const problem = await refusal(placeOrder({ ...shop, db: { ...db, orm } }, checkout(quote)))
    expect(problem).toMatchObject({ code: 'quote_expired', status: 409 })
    expect(corrected).toBe(true)
    expect(await db.orm.$count(orders)).toBe(0)
  })

  it('closes a page that is opened in the very moment of the correction [QUOTE-08]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const closed: string[] = []
    const payments: PaymentGateway = {
      ...testPayments(shop),
      provider: 'stripe',
      closeSession: async (session) => {
        closed.push(session)
        return 'unknown'
      },
      openSession: async (order) => {
        const page = await testPayments(shop).openSession(order)
        await correct(shop, '140')
        await closeVoidOrders({ ...shop, payments })
        return page
      },
    }
    const selling = { ...shop, payments }
    const quote = await quoteCart(selling, [small])
    expect(await refusal(placeOrder(selling, checkout(quote)))).toMatchObject({
      code: 'quote_expired',
      message: expect.stringContaining('corrected'),
    })
    const [order] = await db.orm
      .select()
      .from(orders)
      .where(eq(orders.quoteId, quoteId(quote.quote)))
    expect(order?.state).toBe('cancelled')
    expect(closed).toEqual([order?.paymentSession])
  })
})

onBothDatabases('payment pages of a corrected gold price', (open) => {
  it('are expired at the provider; one paid in the same moment stays paid [QUOTE-08]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const [unpaid, racing] = [await placed(shop), await placed(shop)]
    await correct(shop, '140')
    // The card was good, and the webhook has not come yet.
    const news = stripe.pay(racing.session)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 1, left: 0 })
    expect(stripe.store.sessions.get(unpaid.session)?.status).toBe('expired')
    expect(await stored(shop, unpaid)).toMatchObject({ state: 'cancelled', holdReason: null })
    expect(await stored(shop, racing)).toMatchObject({ state: 'paid', holdReason: null })
    expect(await tell(news)).toBe(200)
    const after = await stored(shop, racing)
    expect(after).toMatchObject({ state: 'paid', holdReason: null })
    expect(after.history.filter(({ toState }) => toState === 'paid')).toHaveLength(1)
  })

  it('stay to be closed while the provider does not answer, and are closed then [QUOTE-08]', async () => {
    const { shop, stripe } = await stripeShop(await open())
    const all = [await placed(shop), await placed(shop)]
    await correct(shop, '140')
    stripe.behave(500)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 0, left: 2 })
    for (const order of all) expect((await stored(shop, order)).state).toBe('pending')
    stripe.behave(null)
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 2, left: 0 })
  })

  it('are not all asked about while the provider does not answer, nor once the shop closes [QUOTE-08]', async () => {
    const closing = new AbortController()
    const { shop } = await sellingShop(await open(), { closing: closing.signal })
    let asked = 0
    const selling = (closeSession: PaymentGateway['closeSession']) => ({
      ...shop,
      payments: { ...testPayments(shop), provider: 'stripe' as const, closeSession },
    })
    const failing = selling(async () => {
      asked += 1
      throw new AppError('payments_unavailable', 503, 'Stripe does not answer.')
    })
    for (let order = 0; order < 12; order += 1) await pendingOrder(failing)
    await correct(shop, '140')
    expect(await closeVoidOrders(failing)).toEqual({ cancelled: 0, left: 12 })
    expect(asked).toBeLessThanOrEqual(5)
    const broken = selling(async () => {
      throw new TypeError('a mistake of ours')
    })
    await expect(closeVoidOrders(broken)).rejects.toThrow('a mistake of ours')
    closing.abort()
    expect(await closeVoidOrders(selling(async () => 'unknown'))).toEqual({
      cancelled: 0,
      left: 12,
    })
  })

  it('whose payment is on its way stay, since a bank debit cannot be called back [QUOTE-08]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const order = await placed(shop)
    await tell(stripe.pay(order.session, { later: true }))
    await correct(shop, '140')
    expect(await closeVoidOrders(shop)).toEqual({ cancelled: 0, left: 0 })
    expect((await stored(shop, order)).state).toBe('pending')
  })

  it('are closed too where the page was stored between the call and the cancelling [QUOTE-08]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const closed: string[] = []
    const payments: PaymentGateway = {
      ...testPayments(shop),
      provider: 'stripe',
      closeSession: async (session) => {
        closed.push(session)
        return 'unknown'
      },
    }
    const selling = { ...shop, payments }
    const order = await pendingOrder(selling)
    const { paymentSession } = order
    await db.orm.update(orders).set({ paymentSession: null }).where(eq(orders.id, order.id))
    await correct(shop, '140')
    await closeVoidOrders({
      ...selling,
      db: beforeTransaction(db, async () => {
        await db.orm.update(orders).set({ paymentSession }).where(eq(orders.id, order.id))
      }),
    })
    expect(closed).toEqual([paymentSession])
    expect((await storedOrder(shop, order.id)).order.state).toBe('cancelled')
  })
})

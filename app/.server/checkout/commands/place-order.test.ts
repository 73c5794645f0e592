import { asc, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { cancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import {
  type PaymentGateway,
  PaymentUnavailable,
} from '#app/.server/payments/gateway/payment-gateway.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { productAttributes, products } from '#app/.server/platform/db/catalog-schema.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { orderHistory, orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { unavailableDatabase } from '#app/.server/platform/db/with-database.ts'
import type { AppError } from '#app/.server/platform/errors.ts'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { cents, centsToDecimal, parseDollars } from '#app/domain/money/cents.ts'
import { quoteId } from '#app/domain/quote/quote.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type PlacedOrder, payment } from '#tests/support/orders.ts'
import { changeProducts } from '#tests/support/products.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { placeOrder } from './place-order.ts'
import { quoteCart } from './quote-cart.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }

const freshOf = (problem: AppError) => problem.details.fresh as QuoteResponse

onBothDatabases('placing an order', (open) => {
  it('keeps a gift note, as it was written last before it was paid [GIFT-02]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const answer = await quoteCart(shop, [small])
    const place = (note: string | null, encoded = note && encodeURIComponent(note)) =>
      placeOrder(shop, { ...checkout(answer), giftNote: encoded })
    const kept = async () => (await db.orm.select().from(orders)).map(({ giftNote }) => giftNote)
    for (const note of ['x'.repeat(301), '💍'.repeat(301)]) {
      expect(await refusal(place(note))).toMatchObject({
        status: 422,
        code: 'gift_note_refused',
        message: 'A gift note can have up to 300 characters. Please shorten it by 1.',
      })
    }
    for (const broken of ['%', '%E0%A4%A', '%ff']) {
      expect(await refusal(place(null, broken))).toMatchObject({ status: 422 })
    }
    expect(await kept()).toEqual([])

    await place(' \t\n ')
    expect(await kept()).toEqual([null])
    // The same quote from two tabs, one after the other: one order, with what was written last.
    await place(` ${'💍'.repeat(300)}\u0000\r\n`)
    expect(await kept()).toEqual(['💍'.repeat(300)])
    await place('For Ada\r\n\r\n\r\nBen')
    expect(await kept()).toEqual(['For Ada\n\nBen'])

    const [order] = await db.orm.select().from(orders)
    await applyPaymentEvent(shop, payment(order as PlacedOrder))
    expect((await refusal(place('Changed'))).status).toBe(409)
    expect((await kept())[0]).toBe('For Ada\n\nBen')
  })

  it('writes order, lines and history before the shopper leaves, and leads to the payment page [ORDER-01, PAY-18]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const answer = await quoteCart(shop, [
      { ...small, quantity: 2 },
      { productId: '9', size: 'Large', quantity: 1 },
    ])
    const seen: number[] = []
    const payments = testPayments(shop)
    const { url } = await placeOrder(
      {
        ...shop,
        payments: {
          ...payments,
          openSession: async (order) => {
            seen.push(await db.orm.$count(orders, eq(orders.id, order.id)), order.lines.length)
            return payments.openSession(order)
          },
        },
      },
      checkout(answer),
    )
    expect(seen).toEqual([1, 2])
    const [order] = await db.orm.select().from(orders)
    expect(order).toMatchObject({
      number: expect.stringMatching(/^T-FN-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      token: expect.stringMatching(/^[\w-]{32}$/),
      state: 'pending',
      quoteId: quoteId(answer.quote),
      totalCents: parseDollars(answer.total),
      currency: 'usd',
      goldPricePerGram: '130.0000',
      goldSource: 'admin-exact',
      paymentProvider: 'test',
      paymentUrl: url,
      expiresAt: new Date('2026-03-11T16:35:00Z'),
    })
    expect(url).toBe(`http://localhost:3000/test-payment/${order?.paymentSession}`)
    const lines = await db.orm.select().from(orderLines).orderBy(asc(orderLines.position))
    expect(lines.map((line) => [line.productId, line.size, line.quantity])).toEqual([
      ['7', 'Small', 2],
      ['9', 'Large', 1],
    ])
    for (const [index, line] of lines.entries()) {
      const quoted = answer.lines[index]
      expect(centsToDecimal(cents(line.metalValueCents))).toBe(quoted?.goldPart)
      expect(centsToDecimal(cents(line.unitPriceCents))).toBe(quoted?.unitPrice)
      expect(centsToDecimal(cents(line.lineTotalCents))).toBe(quoted?.lineTotal)
    }
    expect(await db.orm.select().from(orderHistory)).toMatchObject([
      { orderId: order?.id, fromState: null, toState: 'pending', by: 'shopper' },
    ])
  })

  it('gives the same quote the same order, posted again or a dozen times at once [ORDER-01]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const answer = await quoteCart(shop, [small])
    const posts = Array.from({ length: 12 }, () => placeOrder(shop, checkout(answer)))
    const urls = new Set((await Promise.all(posts)).map(({ url }) => url))
    urls.add((await placeOrder(shop, checkout(answer))).url)
    expect(urls.size).toBe(1)
    expect(await db.orm.$count(orders)).toBe(1)
    expect(await db.orm.$count(orderHistory)).toBe(1)
  })

  it('gives two shoppers with the same cart at the same moment an order each [ORDER-04]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const [one, other] = [await quoteCart(shop, [small]), await quoteCart(shop, [small])]
    const urls = [await placeOrder(shop, checkout(one)), await placeOrder(shop, checkout(other))]
    expect(urls[0]).not.toEqual(urls[1])
    expect(await db.orm.$count(orders)).toBe(2)
  })

  it('answers a quote of ten minutes ago by 409 with a fresh one that works [QUOTE-04]', async () => {
    const db = await open()
    const { shop, goldBecomes, pass } = await sellingShop(db)
    const answer = await quoteCart(shop, [small])
    await goldBecomes('140')
    pass(10)
    const problem = await refusal(placeOrder(shop, checkout(answer)))
    expect(problem).toMatchObject({ code: 'quote_expired', status: 409 })
    const fresh = freshOf(problem)
    expect(Number(fresh.total)).toBeGreaterThan(Number(answer.total))
    expect(await db.orm.$count(orders)).toBe(0)
    expect((await placeOrder(shop, checkout(fresh))).url).toContain('/test-payment/')
  })

  it('within the ten minutes does not charge a risen price, and does charge a fallen one [QUOTE-04]', async () => {
    const db = await open()
    const { shop, goldBecomes, pass } = await sellingShop(db)
    const placed = async (answer: QuoteResponse) => {
      await placeOrder(shop, checkout(answer))
      const [order] = await db.orm
        .select()
        .from(orders)
        .where(eq(orders.quoteId, quoteId(answer.quote)))
      return order
    }
    const before = await quoteCart(shop, [small])
    await goldBecomes('150')
    pass(9)
    expect((await placed(before))?.totalCents).toBe(parseDollars(before.total))

    const dear = await quoteCart(shop, [small])
    await goldBecomes('120')
    const cheap = await quoteCart(shop, [small])
    const order = await placed(dear)
    expect(order?.totalCents).toBe(parseDollars(cheap.total))
    expect(order?.goldPricePerGram).toBe('120.0000')
    const [line] = await db.orm
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order?.id ?? ''))
    expect(line).toMatchObject({ pricePerGram: '120.0000', lineTotalCents: order?.totalCents })
  })

  it('asks again where a piece is no longer sold, or weighs something else by now [QUOTE-04, QUOTE-06]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const answer = await quoteCart(shop, [small, { productId: '9', size: 'Small', quantity: 1 }])
    await changeProducts(shop, { active: false }, eq(products.id, '9'))
    const problem = await refusal(placeOrder(shop, checkout(answer)))
    expect(problem).toMatchObject({ code: 'quote_expired', status: 409 })
    expect(freshOf(problem).lines.map((line) => line.productId)).toEqual(['7'])
    expect(freshOf(problem).notes).toEqual([expect.stringMatching(/is no longer sold\.$/)])

    const alone = await quoteCart(shop, [small])
    await db.orm
      .update(productAttributes)
      .set({ option: 'Weight: 10g, Fee: $650' })
      .where(eq(productAttributes.productId, '7'))
    await changeProducts(shop, {}, eq(products.id, '7'))
    expect(await refusal(placeOrder(shop, checkout(alone)))).toMatchObject({ status: 409 })
    expect(await db.orm.$count(orders)).toBe(0)
  })

  it('answers a quote that was paid, canceled or left to run out by 409 with a fresh one [ORDER-02]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const used = async (end: (order: { id: string; session: string }) => Promise<unknown>) => {
      const answer = await quoteCart(shop, [small])
      await placeOrder(shop, checkout(answer))
      const [order] = await db.orm
        .select()
        .from(orders)
        .where(eq(orders.quoteId, quoteId(answer.quote)))
      await end({ id: order?.id ?? '', session: order?.paymentSession ?? '' })
      const problem = await refusal(placeOrder(shop, checkout(answer)))
      expect(problem).toMatchObject({ code: 'quote_expired', status: 409 })
      expect(quoteId(freshOf(problem).quote)).not.toBe(quoteId(answer.quote))
    }
    await used(({ id }) =>
      cancelOrder(shop, id, { actor: 'shopper', by: 'shopper', why: 'Changed their mind.' }),
    )
    await used(({ session }) =>
      takeTestPayment(shop, session, {
        choice: 'pay',
        email: 'buyer@example.com',
        name: 'A',
        line1: 'B',
        line2: '',
        city: 'C',
        state: 'WA',
        postalCode: '98101',
      }),
    )
    await used(async () => {
      pass(36)
      await expireOrders(shop)
    })
    expect(
      (await db.orm.select({ state: orders.state }).from(orders)).map((row) => row.state).sort(),
    ).toEqual(['cancelled', 'expired', 'paid'])
  })

  it('leads to no payment page of a provider that is not set up any more [ORDER-02]', async () => {
    const { shop } = await sellingShop(await open())
    const answer = await quoteCart(shop, [small])
    await placeOrder(shop, checkout(answer))
    const payments: PaymentGateway = { ...testPayments(shop), provider: 'stripe' }
    const problem = await refusal(placeOrder({ ...shop, payments }, checkout(answer)))
    expect(problem).toMatchObject({ code: 'quote_expired', status: 409 })
    expect(freshOf(problem).quote).not.toBe(answer.quote)
  })

  it('keeps the order pending where no payment page can be had, and tries again with it [ORDER-01]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const answer = await quoteCart(shop, [small])
    const failing: PaymentGateway = {
      ...testPayments(shop),
      openSession: async () => {
        throw new PaymentUnavailable('The payment page couldn’t be opened. Nothing was charged.')
      },
    }
    const problem = await refusal(placeOrder({ ...shop, payments: failing }, checkout(answer)))
    expect(problem).toMatchObject({ code: 'payment_unavailable', status: 503 })
    expect(problem.message).toBe('The payment page couldn’t be opened. Nothing was charged.')
    expect(await db.orm.select().from(orders)).toMatchObject([
      { state: 'pending', paymentSession: null },
    ])
    const { url } = await placeOrder(shop, checkout(answer))
    expect(await db.orm.select().from(orders)).toMatchObject([
      { state: 'pending', paymentUrl: url },
    ])
  })
})

describe('a checkout that cannot be right', () => {
  // Refused before anything is looked up, so no database is needed to see it.
  const app = testShop({ db: null })

  it.each([undefined, null, ''])('is refused without a quote: %s [PAY-07]', async (quote) => {
    expect(await refusal(placeOrder(app, { amount: 2113.72, quote }))).toMatchObject({
      code: 'quote_required',
      status: 400,
    })
  })

  it('is refused with a forged or altered quote, or one of another shop [QUOTE-03, PAY-15]', async () => {
    const answer = await quoteCart(app, [small])
    const foreign = await quoteCart({ ...app, secret: 'the secret of quite another shop, long' }, [
      small,
    ])
    const altered = `${answer.quote.startsWith('A') ? 'B' : 'A'}${answer.quote.slice(1)}`
    for (const quote of ['forged', 17, {}, [answer.quote], altered, foreign.quote]) {
      const problem = await refusal(placeOrder(app, { ...checkout(answer), quote }))
      expect(problem).toMatchObject({ code: 'quote_invalid', status: 400 })
    }
  })

  it('is refused with an amount that is none, or any but the total to the cent [PAY-15, PAY-16]', async () => {
    const { quote, total } = await quoteCart(app, [small])
    const infinite = Number.POSITIVE_INFINITY
    const amounts = [undefined, null, total, 'abc', 0, -Number(total), Number.NaN, infinite, 12.345]
    for (const amount of amounts) {
      const problem = await refusal(placeOrder(app, { amount, quote }))
      expect(problem).toMatchObject({ code: 'invalid_request', status: 400 })
    }
    const sum = parseDollars(total) ?? 0
    for (const other of [sum - 1, sum + 1, 1, sum * 100]) {
      const amount = Number(centsToDecimal(cents(other)))
      const problem = await refusal(placeOrder(app, { amount, quote }))
      expect(problem).toMatchObject({ code: 'amount_mismatch', status: 400 })
    }
  })

  it('is refused where nothing of the quote is left to buy [QUOTE-06]', async () => {
    const { quote, lines, total } = await quoteCart(app, [{ ...small, productId: 'nowhere' }])
    expect([lines, total]).toEqual([[], '0.00'])
    expect(await refusal(placeOrder(app, { quote, amount: 0 }))).toMatchObject({
      code: 'quote_empty',
      status: 400,
    })
  })
})

describe('a shop that can sell nothing now', () => {
  const unavailable = { code: 'shop_unavailable', status: 503 }

  it('as a showcase quotes the built-in pendants and takes no orders [D6, D19]', async () => {
    const app = testShop({ db: null })
    const answer = await quoteCart(app, [small])
    expect(answer.lines).toMatchObject([{ productId: '7', size: 'Small' }])
    expect(await refusal(placeOrder(app, checkout(answer)))).toMatchObject(unavailable)
  })

  it('with its database away gives no quote, so that no piece falls out of a cart, and takes no orders [D19]', async () => {
    const answer = await quoteCart(testShop({ db: null }), [small])
    const nobodyThere = 'postgres://127.0.0.1:1/shop'
    const db = await openPostgres(nobodyThere, pino({ level: 'silent' }))
    try {
      const app = testShop({ db })
      app.payments = testPayments(app)
      for (const away of [app, { ...app, db: unavailableDatabase() }]) {
        expect(await refusal(quoteCart(away, [small]))).toMatchObject(unavailable)
        expect(await refusal(placeOrder(away, checkout(answer)))).toMatchObject({
          ...unavailable,
          message: expect.stringMatching(/^The shop can’t take orders right now/),
        })
        expect(await refusal(orderPage(away, 'a-token-of-an-order'))).toMatchObject(unavailable)
        await expect(expireOrders({ ...app, db: unavailableDatabase() })).rejects.toMatchObject(
          unavailable,
        )
      }
    } finally {
      await db.close()
    }
  })
})

import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { checkout, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import * as createCheckoutSession from './create-checkout-session.ts'
import * as quote from './quote.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }

async function post(app: AppContext, route: typeof quote, body: unknown, method = 'POST') {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const request = new Request('http://localhost:3000/', {
    method,
    ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  })
  const args = { request, context, params: {} } as unknown as ActionFunctionArgs
  const response = await (method === 'GET' ? route.loader(args) : route.action(args))
  return { status: response.status, headers: response.headers, json: await response.json() }
}

describe('the addresses of quote and checkout', () => {
  // Everything here is refused, or answered, before a database is asked.
  const app = testShop({ db: null })

  it.each([0, -1, 1.5, 100, 'abc', null])(
    'answers the quantity %s by 400 in plain words [QUOTE-06, SEC-05]',
    async (quantity) => {
      const { status, json } = await post(app, quote, { lines: [{ ...small, quantity }] })
      expect(status).toBe(400)
      expect(json).toEqual({
        error: {
          code: 'invalid_request',
          message: expect.stringContaining('The quantity must be a whole number from 1 to 99.'),
        },
      })
    },
  )

  it.each([
    ['no JSON', 'a quote, please', 'invalid_json'],
    ['an empty body', '', 'invalid_json'],
    ['an empty cart', { lines: [] }, 'invalid_request'],
    ['fifty-one lines', { lines: Array.from({ length: 51 }, () => small) }, 'invalid_request'],
    ['a list', [], 'invalid_request'],
    ['nothing', 'null', 'invalid_request'],
  ])('answers %s by 400 [QUOTE-06, SEC-05]', async (_what, body, code) => {
    const { status, json } = await post(app, quote, body)
    expect(status).toBe(400)
    expect(json.error.code).toBe(code)
  })

  it('quotes fifty lines, and keeps no answer anywhere [QUOTE-01]', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => ({
      ...small,
      productId: String(5 + (index % 8)),
    }))
    const { status, headers, json } = await post(app, quote, { lines })
    expect(status).toBe(200)
    expect(json.lines).toHaveLength(50)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it.each([
    ['nothing', {}, 'quote_required'],
    ['an amount alone', { amount: 2113.72 }, 'quote_required'],
    ['an empty quote', { amount: 2113.72, quote: '' }, 'quote_required'],
    ['a made-up quote', { amount: 2113.72, quote: 'eyJ2IjoxfQ.c2ln' }, 'quote_invalid'],
    ['a quote that is no text', { amount: 2113.72, quote: { total: 1 } }, 'quote_invalid'],
    ['a list', [], 'invalid_request'],
    ['no JSON', '{', 'invalid_json'],
  ])('refuses a checkout of %s by 400 [PAY-07, PAY-15, PAY-16]', async (_what, body, code) => {
    const { status, json } = await post(app, createCheckoutSession, body)
    expect(status).toBe(400)
    expect(json.error.code).toBe(code)
  })

  it.each(['"2113.72"', 'null', '0', '-5', '1e999', '2113.725', 'true', '[2113.72]'])(
    'refuses the amount %s by 400 [PAY-16]',
    async (amount) => {
      const { json: given } = await post(app, quote, { lines: [small] })
      const body = `{"amount":${amount},"quote":"${given.quote}"}`
      const { status, json } = await post(app, createCheckoutSession, body)
      expect(status).toBe(400)
      expect(json.error.code).toBe('invalid_request')
    },
  )

  it('answers to POST alone [SEC-05]', async () => {
    for (const route of [quote, createCheckoutSession]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, headers, json } = await post(app, route, null, method)
        expect([status, headers.get('Allow')]).toEqual([405, 'POST'])
        expect(json.error.code).toBe('method_not_allowed')
      }
    }
  })
})

onBothDatabases('a checkout over HTTP', (open) => {
  it('answers the address of the payment page, by the price of the shop alone [PAY-07, PAY-08, PAY-09]', async () => {
    const { shop } = await sellingShop(await open())
    const lines = [{ ...small, price: '0.01', unitPrice: '0.01' }]
    const { json: answer } = await post(shop, quote, { lines, total: '0.01' })
    expect(Number(answer.total)).toBeGreaterThan(1000)
    const placed = await post(shop, createCheckoutSession, checkout(answer))
    expect(placed.status).toBe(200)
    expect(placed.json).toEqual({ url: expect.stringMatching(/\/test-payment\/[\w-]{32}$/) })
  })

  it('answers a quote that ran out by 409, with a fresh one of the same form [QUOTE-04]', async () => {
    const { shop, goldBecomes, pass } = await sellingShop(await open())
    const { json: answer } = await post(shop, quote, { lines: [small] })
    pass(11)
    await goldBecomes('140')
    const late = await post(shop, createCheckoutSession, checkout(answer))
    expect(late.status).toBe(409)
    expect(late.json.error.code).toBe('quote_expired')
    const fresh: QuoteResponse = late.json.fresh
    expect(Object.keys(fresh)).toEqual(Object.keys(answer))
    expect(fresh.goldPrice.pricePerGram).toBe('140.00')
    expect((await post(shop, createCheckoutSession, checkout(fresh))).status).toBe(200)
  })

  it('answers 503 while no gold price may be sold on, or nobody takes money [LIVE-08, D41]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { json: answer } = await post(shop, quote, { lines: [small] })
    const closed = await post({ ...shop, payments: null }, createCheckoutSession, checkout(answer))
    expect([closed.status, closed.json.error.code]).toEqual([503, 'shop_unavailable'])

    const live = { ...shop, payments: { ...testPayments(shop), live: true } }
    pass(49 * 60)
    const refused = await post(live, quote, { lines: [small] })
    expect([refused.status, refused.json.error.code]).toEqual([503, 'gold_price_unavailable'])
    const late = await post(live, createCheckoutSession, checkout(answer))
    expect([late.status, late.json.error.code]).toEqual([503, 'gold_price_unavailable'])
  })
})

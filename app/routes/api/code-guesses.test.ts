import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import {
  createRateLimiters,
  rateLimitersContext,
} from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { makeCode } from '#tests/support/discount-codes.ts'
import { payment } from '#tests/support/orders.ts'
import { checkout, sellingShop } from '#tests/support/selling-shop.ts'
import * as quote from './quote.ts'

const lines = [{ productId: '7', size: 'Small', quantity: 1 }]

/** Posts carts with a code from a network. */
function poster(shop: AppContext) {
  const limiters = createRateLimiters(shop)
  return async (code: unknown, from = '203.0.113.7') => {
    const context = new RouterContextProvider()
    context.set(appContext, shop)
    context.set(rateLimitersContext, limiters)
    context.set(clientAddressContext, from)
    const body = JSON.stringify({ lines, code })
    const request = new Request('http://localhost:3000/', { method: 'POST', body })
    const args = { request, context, params: {} } as unknown as ActionFunctionArgs
    const response = await quote.action(args)
    return { status: response.status, json: await response.json() }
  }
}

onBothDatabases('codes that are guessed', (open) => {
  it('are 20 an hour from one network, then the right one is not told either; the cart is still priced [CODE-07]', async () => {
    const { shop } = await sellingShop(await open())
    await makeCode(shop)
    const post = poster(shop)
    const right = { code: 'SUMMER-10' }
    const { total } = (await post(undefined)).json
    for (let guess = 0; guess < 20; guess++) {
      // The right one, as often as the cart changes, is no guess.
      expect((await post(right)).json.code.saving).toBeDefined()
      const { json } = await post({ code: `GUESS-${guess}` })
      expect(json).toMatchObject({
        total,
        code: { problem: expect.stringMatching(/isn’t valid/) },
      })
    }
    for (const code of [right, { code: 'GUESS-21' }]) {
      const { status, json } = await post(code)
      expect(status).toBe(200)
      expect(json).toMatchObject({
        total,
        code: { problem: expect.stringMatching(/^Too many attempts\. .* 60 minutes\.$/) },
      })
    }
    expect((await post(right, '198.51.100.4')).json.code.saving).toBeDefined()
    for (const code of [
      'SUMMER-10',
      [right, right],
      { code: 7 },
      { code: 'x'.repeat(101) },
      { code: 'a\u0000' },
    ]) {
      expect((await post(code, '198.51.100.4')).status).toBe(400)
    }
  })

  it('are limited to 20 even when posted simultaneously; valid codes do not count [CODE-07]', async () => {
    const { shop } = await sellingShop(await open())
    await makeCode(shop)
    const post = poster(shop)
    const many = (code: (at: number) => string) =>
      Promise.all(Array.from({ length: 18 }, (_, at) => post({ code: code(at) })))
    for (const { json } of await many(() => 'SUMMER-10')) expect(json.code.saving).toBeDefined()
    const wrong = await Promise.all([many((at) => `GUESS-${at}`), many((at) => `OTHER-${at}`)])
    const told = wrong.flat().filter(({ json }) => /isn’t valid/.test(json.code.problem))
    expect(told).toHaveLength(20)
  })

  it('count too where an address is tried to learn whether it bought with a code [CODE-07]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await makeCode(shop, { maxUsesPerEmail: '1' })
    const post = poster(shop)
    const ada = { code: 'SUMMER-10', email: 'ada@example.com' }
    await placeOrder(shop, checkout((await post(ada)).json))
    const [order] = await db.orm.select().from(orders)
    if (!order) throw new Error('no order was placed')
    await applyPaymentEvent(shop, payment(order))
    for (let at = 0; at < 20; at++) {
      expect((await post(ada)).json.code.problem).toMatch(/already used/)
    }
    expect((await post({ ...ada, email: 'ben@example.com' })).json.code.problem).toMatch(
      /^Too many attempts/,
    )
  })
})

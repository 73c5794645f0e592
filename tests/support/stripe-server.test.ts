import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStripeServer, type StripeServer } from './stripe-server.ts'

const now = new Date('2026-03-11T16:00:00Z')
const seconds = now.getTime() / 1000

let standIn: StripeServer
let stripe: Stripe
beforeAll(async () => {
  standIn = await openStripeServer(() => now)
  stripe = sdk(standIn.secretKey)
})
afterAll(() => standIn.close())

function sdk(key: string) {
  const { hostname, port } = new URL(standIn.url)
  return new Stripe(key, { protocol: 'http', host: hostname, port, maxNetworkRetries: 0 })
}

const line = (more: object = {}, quantity = 1) => ({
  price_data: { currency: 'usd', unit_amount: 211372, product_data: { name: 'Small' }, ...more },
  quantity,
})
const session = (more: object = {}) =>
  ({
    mode: 'payment',
    line_items: [line()],
    success_url: 'https://shop.example/order/x',
    cancel_url: 'https://shop.example/products',
    expires_at: seconds + 31 * 60,
    metadata: { order_id: '1' },
    ...more,
  }) as Stripe.Checkout.SessionCreateParams

describe('the stand-in of Stripe, asked by the official SDK', () => {
  it('takes a right request, and expires and reports it as Stripe does', async () => {
    const made = await stripe.checkout.sessions.create(session())
    expect(made).toMatchObject({ status: 'open', amount_total: 211372, livemode: false })
    expect((await stripe.checkout.sessions.expire(made.id)).status).toBe('expired')
    expect((await stripe.checkout.sessions.retrieve(made.id)).status).toBe('expired')
    await expect(stripe.checkout.sessions.expire(made.id)).rejects.toThrow(/Only Checkout Sessions/)
  })

  it.each([
    ['an unknown name', { amount: 1 }, 'amount', 'parameter_unknown'],
    [
      'an unknown name within',
      { line_items: [line({ price: 1 })] },
      'line_items[0][price_data][price]',
      'parameter_unknown',
    ],
    [
      'no name for a piece',
      { line_items: [line({ product_data: { description: 'x' } })] },
      'line_items[0][price_data][product_data][name]',
      'parameter_missing',
    ],
    ['no lines', { line_items: undefined }, 'line_items', 'parameter_missing'],
    [
      '101 lines',
      { line_items: Array.from({ length: 101 }, () => line()) },
      'line_items',
      'parameter_invalid',
    ],
    [
      'a broken cent',
      { line_items: [line({ unit_amount: 1.5 })] },
      'line_items[0][price_data][unit_amount]',
      'parameter_invalid_integer',
    ],
    [
      'less than none',
      { line_items: [line({ unit_amount: -1 })] },
      'line_items[0][price_data][unit_amount]',
      'parameter_invalid',
    ],
    ['no quantity', { line_items: [line({}, 0)] }, 'line_items[0][quantity]', 'parameter_invalid'],
    ['too little', { line_items: [line({ unit_amount: 49 })] }, 'line_items', 'amount_too_small'],
    [
      'too much',
      { line_items: [line({ unit_amount: 99_999_999 }, 2)] },
      'line_items',
      'amount_too_large',
    ],
    ['an unlisted mode', { mode: 'gift' }, 'mode', 'parameter_invalid_enum'],
    [
      'an unlisted country',
      { shipping_address_collection: { allowed_countries: ['USA'] } },
      'shipping_address_collection[allowed_countries][0]',
      'parameter_invalid_enum',
    ],
    [
      'a wrong kind',
      { adaptive_pricing: { enabled: 'no' } },
      'adaptive_pricing[enabled]',
      'parameter_invalid_boolean',
    ],
    ['an end too soon', { expires_at: seconds + 29 * 60 }, 'expires_at', 'parameter_invalid'],
    ['an end too late', { expires_at: seconds + 86_401 }, 'expires_at', 'parameter_invalid'],
    ['a path for an address', { success_url: '/order/x' }, 'success_url', 'url_invalid'],
    [
      'long metadata',
      { metadata: { order_id: 'x'.repeat(501) } },
      'metadata[order_id]',
      'parameter_invalid_metadata',
    ],
    [
      'a long reference',
      { client_reference_id: 'x'.repeat(201) },
      'client_reference_id',
      'parameter_invalid',
    ],
  ])('refuses %s', async (_what, more, param, code) => {
    const made = stripe.checkout.sessions.create(session(more))
    await expect(made).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param, code })
  })

  it.each([
    ['an unknown name', { nickname: 'x' }, 'nickname', 'parameter_unknown'],
    ['a wrong kind', { description: { text: 'x' } }, 'description', 'parameter_invalid_string'],
    [
      'an unlisted choice',
      { tax: { validate_location: 'perhaps' } },
      'tax[validate_location]',
      'parameter_invalid_enum',
    ],
    [
      'long metadata',
      { metadata: { order_id: 'x'.repeat(501) } },
      'metadata[order_id]',
      'parameter_invalid_metadata',
    ],
  ])('refuses a customer with %s', async (_what, params, param, code) => {
    const made = stripe.customers.create(params as Stripe.CustomerCreateParams)
    await expect(made).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param, code })
  })

  it('knows its customers, what they wired, and payments that are stopped', async () => {
    const { id } = await stripe.customers.create({ description: 'Order 1', metadata: { a: 'b' } })
    const listed = (params: object) => stripe.customers.listCashBalanceTransactions(id, params)
    expect((await listed({ limit: 10 })).data).toEqual([])
    await expect(listed({ type: 'funded' })).rejects.toMatchObject({ param: 'type' })
    const unknown = stripe.customers.listCashBalanceTransactions('cus_unknown')
    await expect(unknown).rejects.toMatchObject({ code: 'resource_missing' })
    const wrong = { cancellation_reason: 'bored' } as unknown as Stripe.PaymentIntentCancelParams
    const stopped = stripe.paymentIntents.cancel('pi_unknown', wrong)
    await expect(stopped).rejects.toMatchObject({ param: 'cancellation_reason' })
  })

  it('gives one idempotency key one answer, and refuses it other words', async () => {
    const key = { idempotencyKey: 'one-key' }
    const first = await stripe.checkout.sessions.create(session(), key)
    expect((await stripe.checkout.sessions.create(session(), key)).id).toBe(first.id)
    const other = stripe.checkout.sessions.create(session({ locale: 'en' }), key)
    await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  })

  it('knows its key, its sessions and its addresses', async () => {
    const unknown = sdk('sk_test_unknown').checkout.sessions.create(session())
    await expect(unknown).rejects.toMatchObject({ type: 'StripeAuthenticationError' })
    const missing = stripe.checkout.sessions.retrieve('cs_test_missing')
    await expect(missing).rejects.toMatchObject({ code: 'resource_missing', statusCode: 404 })
    await expect(stripe.coupons.list()).rejects.toMatchObject({ statusCode: 404 })
  })
})

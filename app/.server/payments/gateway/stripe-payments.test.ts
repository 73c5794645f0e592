import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#app/.server/config.ts'
import { cents } from '#app/domain/money/cents.ts'
import { openStripeServer, type StripeServer } from '#tests/support/stripe-server.ts'
import { parseForm } from '#tests/support/stripe-types.ts'
import {
  type PayableOrder,
  type PaymentGateway,
  PaymentUnavailable,
  SessionTooLate,
} from './payment-gateway.ts'
import { stripePayments, timeouts } from './stripe-payments.ts'

const start = new Date('2026-03-11T16:00:00Z')
const order: PayableOrder = {
  id: '0b9f7c1e-8b7a-4a57-9d3e-2f5f0f0c6a11',
  number: 'FN-7K3M-Q9XZ',
  token: 'a-token-of-an-order',
  total: cents(211372 * 2 + 389900),
  currency: 'usd',
  withTax: false,
  lines: [
    {
      name: 'Salish Wave',
      size: 'Small',
      grams: '14.7',
      unitPrice: cents(211372),
      quantity: 2,
      taxCode: null,
      discount: cents(0),
    },
    {
      name: 'Zoë & Co',
      size: 'Large',
      grams: '28.9',
      unitPrice: cents(389900),
      quantity: 1,
      taxCode: null,
      discount: cents(0),
    },
  ],
  payBy: 'card',
  threeDSecure: 'any',
  createdAt: start,
  expiresAt: new Date('2026-03-11T16:35:00Z'),
  buyNowOf: null,
}

let now: Date
let stripe: StripeServer
let payments: PaymentGateway
beforeEach(async () => {
  now = start
  stripe = await openStripeServer(() => now)
  payments = gateway()
})
afterEach(() => stripe.close())

function gateway(publicUrl = 'https://shop.example', at = stripe) {
  const { stripe: settings } = readConfig(at.settings())
  if (!settings) throw new Error('no settings')
  return stripePayments(settings, { publicUrl })
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: Error) => error,
  )

describe('a session at Stripe', () => {
  it('says of a line what is engraved, beside its name [ENGRAVE-06]', async () => {
    const [first, second] = order.lines
    if (!first || !second) throw new Error('no lines')
    const lines = [{ ...first, engraving: 'For Ada' }, second]
    const id = '0b9f7c1e-8b7a-4a57-9d3e-2f5f0f0c6a66'
    await payments.openSession({ ...order, id, lines })
    const body = JSON.stringify(parseForm(stripe.calls.at(-1)?.body ?? ''))
    expect(body.match(/Engraved[^"]*/g)).toEqual(['Engraved: For Ada'])
  })

  it('is made of the order alone, in whole cents, for the United States, and ends soon [PAY-09, PAY-15, PAY-17, PAY-19]', async () => {
    const { session, url } = await payments.openSession(order)
    expect(session).toMatch(/^cs_test_/)
    expect(url).toBe(`${stripe.url}/pay/${session}`)
    const [call] = stripe.calls
    expect(call).toMatchObject({ what: 'POST /v1/checkout/sessions', key: order.id })
    expect(JSON.parse(JSON.stringify(parseForm(call?.body ?? '')))).toEqual({
      mode: 'payment',
      line_items: {
        0: {
          metadata: { line: '0' },
          price_data: {
            currency: 'usd',
            unit_amount: '211372',
            tax_behavior: 'exclusive',
            product_data: { name: 'Salish Wave, Small, 14.7 g' },
          },
          quantity: '2',
        },
        1: {
          metadata: { line: '1' },
          price_data: {
            currency: 'usd',
            unit_amount: '389900',
            tax_behavior: 'exclusive',
            product_data: { name: 'Zoë & Co, Large, 28.9 g' },
          },
          quantity: '1',
        },
      },
      client_reference_id: order.id,
      metadata: { order_id: order.id, order_number: order.number },
      payment_intent_data: {
        description: 'Order FN-7K3M-Q9XZ',
        metadata: { order_id: order.id, order_number: order.number },
      },
      shipping_address_collection: { allowed_countries: { 0: 'US' } },
      billing_address_collection: 'auto',
      // Nothing is left to the account's own settings that could change the total or the money's way.
      adaptive_pricing: { enabled: 'false' },
      automatic_tax: { enabled: 'false' },
      allow_promotion_codes: 'false',
      allowed_payment_method_types: { 0: 'card' },
      payment_method_options: { card: { request_three_d_secure: 'any' } },
      success_url: 'https://shop.example/order/a-token-of-an-order',
      cancel_url: 'https://shop.example/products?checkout=cancelled',
      expires_at: String(start.getTime() / 1000 + 31 * 60),
    })
    expect(stripe.store.sessions.get(session)).toMatchObject({ amount_total: order.total })
  })

  it('is the same one however often it is asked for, also where the answer was lost [ORDER-05]', async () => {
    stripe.behave('answer lost', 1)
    const first = await payments.openSession(order)
    now = new Date(start.getTime() + 9 * 60_000)
    const all = await Promise.all([payments.openSession(order), gateway().openSession(order)])
    for (const again of all) expect(again).toEqual(first)
    expect(stripe.store.sessions.size).toBe(1)
  })

  it('that was never made is too late a minute on, and so is one asked for in other words [ORDER-05]', async () => {
    now = new Date(start.getTime() + 61_000)
    expect(await failure(payments.openSession(order))).toBeInstanceOf(SessionTooLate)
    expect(stripe.store.sessions.size).toBe(0)
    now = start
    await payments.openSession(order)
    const moved = gateway('https://other.example')
    expect(await failure(moved.openSession(order))).toBeInstanceOf(SessionTooLate)
    expect(stripe.store.sessions.size).toBe(1)
  })

  it.each([402, 409, 429, 500, 'html', 'answer lost'] as const)(
    'is refused with a sentence where Stripe answers %s, and logs no secret [PAY-11, SEC-06]',
    async (behavior) => {
      stripe.behave(behavior)
      const error = await failure(payments.openSession(order))
      expect(error).toBeInstanceOf(PaymentUnavailable)
      expect(error.message).toBe(
        'The payment page can’t be reached right now. Nothing was charged, and your cart is saved. Please try again in a minute.',
      )
      expect(JSON.stringify(error.cause)).not.toContain(stripe.secretKey)
      stripe.behave(null)
      expect((await payments.openSession(order)).session).toMatch(/^cs_/)
      expect(stripe.store.sessions.size).toBe(1)
    },
  )

  it('is given up within ten seconds where Stripe never answers, or sends a byte now and then [PAY-11]', async () => {
    const gaveUp = async (behavior: 'never' | 'drips') => {
      const silent = await openStripeServer(() => now)
      silent.behave(behavior)
      const waiting = gateway('https://shop.example', silent)
      const work = [waiting.openSession(order), waiting.closeSession('cs_test_1')]
      for (const error of await Promise.all(work.map(failure))) {
        expect(error).toBeInstanceOf(PaymentUnavailable)
      }
      await silent.close()
    }
    await Promise.all([gaveUp('never'), gaveUp('drips')])
    // A checkout that takes another's place closes that page first.
    expect(timeouts.closeMs + timeouts.openMs).toBeLessThan(9500)
  })

  it('is refused with the key of another account, which stays out of the log [SEC-06]', async () => {
    const settings = { ...stripe.settings(), STRIPE_SECRET_KEY: 'sk_test_another' }
    const { stripe: config } = readConfig(settings)
    if (!config) throw new Error('no settings')
    const error = await failure(
      stripePayments(config, { publicUrl: '' }).retrieveSession('cs_test_1'),
    )
    expect(error).toBeInstanceOf(PaymentUnavailable)
    expect(JSON.stringify(error.cause)).not.toMatch(/sk_|Invalid API Key/)
    expect(error.cause).toMatchObject({ status: 401 })
  })

  it('cannot take more, or less, than Stripe does, which is said before it is asked [PAY-15]', () => {
    expect(payments.refuses(cents(50), 1)).toBeNull()
    expect(payments.refuses(cents(99_999_999), 100)).toBeNull()
    expect(payments.refuses(cents(49), 1)).toBe('A card payment must be at least $0.50.')
    expect(payments.refuses(cents(100_000_000), 1)).toMatch(
      /^A card payment can’t be more than \$999,999\.99\./,
    )
    expect(payments.refuses(cents(50), 101)).toMatch(/more than 100 lines/)
    expect(stripe.calls).toEqual([])
  })

  it('keeps Stripe’s limits whatever a piece is called [PAY-15]', async () => {
    const [line] = order.lines
    if (!line) throw new Error('no line')
    const lines = Array.from({ length: 100 }, () => ({
      ...line,
      name: '𝔾'.repeat(400),
      quantity: 1,
    }))
    const long = { ...order, lines, total: cents(211372 * 100) }
    expect((await payments.openSession(long)).session).toMatch(/^cs_/)
    const sent = new URLSearchParams(stripe.calls[0]?.body)
    expect(sent.get('line_items[99][price_data][product_data][name]')).toMatch(/𝔾…, Small, 14.7 g$/)
  })
})

describe('the tax of an order', () => {
  const taxed: PayableOrder = {
    ...order,
    withTax: true,
    lines: order.lines.map((line, index) => ({
      ...line,
      taxCode: index === 0 ? 'txcd_99999999' : 'txcd_00000000',
    })),
  }

  it('is asked for by name, with the code of each line, and not in the total yet [TAX-02]', async () => {
    const { session } = await payments.openSession(taxed)
    const sent = new URLSearchParams(stripe.calls[0]?.body)
    expect(sent.get('automatic_tax[enabled]')).toBe('true')
    for (const [index, { taxCode }] of taxed.lines.entries()) {
      const price = `line_items[${index}][price_data]`
      expect(sent.get(`${price}[product_data][tax_code]`)).toBe(taxCode)
      expect(sent.get(`${price}[tax_behavior]`)).toBe('exclusive')
    }
    expect(stripe.store.sessions.get(session)).toMatchObject({ amount_total: order.total })
  })

  it('comes with the payment as one of its parts, and by line and jurisdiction when asked for [TAX-03, TAX-04]', async () => {
    const { session } = await payments.openSession(taxed)
    const paid = stripe.pay(session)
    // 6.5% and 3.85% of $4,227.44; the other line is of a code that is not taxed.
    const [state, city] = [cents(27478), cents(16276)]
    const tax = cents(state + city)
    const { body, header } = stripe.signed(paid)
    expect(payments.readWebhook?.(Buffer.from(body), header, now)).toMatchObject({
      type: 'paid',
      amount: order.total + tax,
      parts: { goods: order.total, tax, shipping: 0, discount: 0 },
    })
    const first = { line: 0, state: 'WA', taxable: cents(422744) }
    const second = { line: 1, state: 'WA', rate: '0.0000', taxable: cents(0), tax: cents(0) }
    expect(await payments.lineTaxes(session, taxed)).toEqual([
      { ...first, level: 'state', name: 'Washington', rate: '6.5000', tax: state },
      { ...first, level: 'city', name: 'Seattle', rate: '3.8500', tax: city },
      { ...second, level: 'state', name: 'Washington' },
      { ...second, level: 'city', name: 'Seattle' },
    ])
  })

  it.each([
    ['its jurisdictions do not add up to it', { amount_tax: 1 }],
    ['the goods are others', { amount_subtotal: 1 }],
    ['the line is not named', { metadata: {} }],
    ['a tax is below zero', { taxes: [{ amount: -1, rate: {} }], amount_tax: -1 }],
  ])('is not taken where %s [TAX-04]', async (_what, wrong) => {
    const { session } = await payments.openSession(taxed)
    stripe.pay(session)
    Object.assign(stripe.store.lineItems.get(session)?.[0] ?? {}, wrong)
    await expect(payments.lineTaxes(session, taxed)).rejects.toThrow(PaymentUnavailable)
  })
})

describe('how a page stands', () => {
  it('is asked: open, paid, on its way, expired, or unknown', async () => {
    const { session } = await payments.openSession(order)
    expect(await payments.retrieveSession(session)).toBe('open')
    expect(await payments.retrieveSession('cs_test_unknown')).toBe('unknown')
    stripe.pay(session)
    expect(await payments.retrieveSession(session)).toMatchObject({
      id: `reconciled:${session}:paid`,
      type: 'paid',
      reconciled: true,
      amount: order.total,
      currency: 'usd',
      about: { session, orderId: order.id },
      reference: expect.stringMatching(/^pi_/),
      email: 'ada@example.com',
      address: { name: 'Ada Buyer', line2: '', state: 'WA', postalCode: '98101', country: 'US' },
    })
    const later = await payments.openSession({ ...order, id: 'another-order' })
    stripe.pay(later.session, { later: true })
    expect(await payments.retrieveSession(later.session)).toMatchObject({ type: 'processing' })
    const failed = { intent_status: 'requires_payment_method' }
    Object.assign(stripe.store.sessions.get(later.session) ?? {}, failed)
    expect(await payments.retrieveSession(later.session)).toMatchObject({ type: 'failed' })
  })

  it('is closed, and never a paid one: that it was paid is the answer', async () => {
    const { session } = await payments.openSession(order)
    expect(await payments.closeSession(session)).toMatchObject({ type: 'expired' })
    expect(await payments.closeSession(session)).toMatchObject({ type: 'expired' })
    const paid = await payments.openSession({ ...order, id: 'another-order' })
    stripe.pay(paid.session)
    expect(await payments.closeSession(paid.session)).toMatchObject({ type: 'paid' })
    expect(await payments.closeSession('cs_test_unknown')).toBe('unknown')
  })

  it('keeps no card data and no person in what is stored [PAY-17, SEC-06]', async () => {
    const { session } = await payments.openSession(order)
    const paid = stripe.pay(session)
    Object.assign(paid.data.object, {
      client_secret: 'cs_secret',
      payment_method_details: { card: { last4: '4242' } },
    })
    const { body, header } = stripe.signed(paid)
    const read = payments.readWebhook?.(new TextEncoder().encode(body), header, now)
    expect(read?.payload).toMatchObject({ type: 'checkout.session.completed', livemode: false })
    expect(JSON.stringify(read?.payload)).not.toMatch(/secret|"4242"|ada@|Example Street/)
  })
})

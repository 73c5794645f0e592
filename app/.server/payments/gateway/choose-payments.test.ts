import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#app/.server/config.ts'
import { cents } from '#app/domain/money/cents.ts'
import { checkPaymentSettings, choosePayments } from './choose-payments.ts'
import type { PayableOrder } from './payment-gateway.ts'
import { testPayments } from './test-payments.ts'

const order: PayableOrder = {
  id: 'an-order',
  number: 'FN-7K3M-Q9XZ',
  token: 'a-token',
  total: cents(211372),
  currency: 'usd',
  withTax: false,
  lines: [],
  payBy: 'card',
  threeDSecure: 'any',
  createdAt: new Date('2026-03-01T12:00:00Z'),
  buyNowOf: null,
  expiresAt: new Date('2026-03-01T12:35:00Z'),
}

describe('who takes the money', () => {
  it('is the test page where no card provider is configured [ORDER-09]', async () => {
    const shop = { config: readConfig({}), publicUrl: 'http://localhost:3000' }
    const payments = await choosePayments(shop)
    expect(payments).toMatchObject({ provider: 'test', live: false })
    shop.publicUrl = 'http://localhost:4321'
    const first = await payments?.openSession(order)
    const second = await payments?.openSession(order)
    expect(first?.url).toBe(`http://localhost:4321/test-payment/${first?.session}`)
    expect(first?.session).toMatch(/^[\w-]{32}$/)
    expect(second?.session).not.toBe(first?.session)
  })

  it('is nobody in a showcase, which can store no order [ORDER-01]', async () => {
    const config = readConfig({ DATABASE_URL: 'none' })
    expect(await choosePayments({ config, publicUrl: '' })).toBeNull()
  })

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_WEBHOOK_SECRET is required .*whsec_/],
    [
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      /^PUBLIC_URL must be the shop’s own https:/,
    ],
    [
      {
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        PUBLIC_URL: 'http://shop.example',
      },
      /^PUBLIC_URL must be the shop’s own https:/,
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', DATABASE_URL: 'none' },
      /^STRIPE_SECRET_KEY is set beside DATABASE_URL=none/,
    ],
  ])('stops the start with a sentence at %o [OPS-02, ORDER-09]', async (settings, sentence) => {
    const shop = { config: readConfig(settings), publicUrl: '' }
    await expect(choosePayments(shop)).rejects.toThrow(ConfigError)
    await expect(choosePayments(shop)).rejects.toThrow(sentence)
  })

  it.each(['', 'whsec_old,secret', 'whsec_', 'whsec_a b'])(
    'believes in no webhook secret such as %o [OPS-02]',
    (secret) => {
      const settings = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: secret }
      const start = () => checkPaymentSettings(readConfig(settings))
      expect(start).toThrow(/^STRIPE_WEBHOOK_SECRET (must begin with whsec_|is required)/)
    },
  )

  it.each([
    ['sk_test_1', false],
    ['rk_test_1', false],
    ['sk_live_1', true],
    ['rk_live_1', true],
  ])(
    'is Stripe with the key %s, live: %s; two secrets while one is rolled [ORDER-09]',
    async (key, live) => {
      const config = readConfig({
        STRIPE_SECRET_KEY: key,
        STRIPE_WEBHOOK_SECRET: 'whsec_old, whsec_new',
        PUBLIC_URL: 'https://shop.example',
      })
      expect(config.stripe?.webhookSecrets).toEqual(['whsec_old', 'whsec_new'])
      const shop = { config, publicUrl: 'https://shop.example' }
      expect(await choosePayments(shop)).toMatchObject({ provider: 'stripe', live })
    },
  )

  it('does not begin to sell where test payments are asked for [MODE-05]', () => {
    const keys = { STRIPE_WEBHOOK_SECRET: 'whsec_1', TEST_PAYMENTS: 'yes' }
    const check = (key: string) => () =>
      checkPaymentSettings(
        readConfig({ ...keys, STRIPE_SECRET_KEY: key, PUBLIC_URL: 'https://shop.example' }),
      )
    expect(check('sk_live_1')).toThrow(/^TEST_PAYMENTS is yes beside a live STRIPE_SECRET_KEY/)
    expect(check('sk_test_1')).not.toThrow()
  })

  it('never has the test page beside a live key [ORDER-09]', () => {
    const shop = { config: readConfig({ STRIPE_SECRET_KEY: 'sk_live_123' }), publicUrl: '' }
    expect(() => testPayments(shop)).toThrow(ConfigError)
    expect(() => testPayments(shop)).toThrow(/refuse to run beside a live STRIPE_SECRET_KEY/)
  })
})

import { describe, expect, it } from 'vitest'
import { cents } from '#app/domain/money/cents.ts'
import { ConfigProblem, readConfig } from '../../config.ts'
import { choosePayments } from './choose-payments.ts'
import type { PayableOrder } from './payment-gateway.ts'
import { testPayments } from './test-payments.ts'

const order: PayableOrder = {
  id: 'an-order',
  number: 'FN-7K3M-Q9XZ',
  token: 'a-token',
  total: cents(211372),
  currency: 'usd',
  lines: [],
  expiresAt: new Date('2026-03-01T12:35:00Z'),
}

describe('who takes the money', () => {
  it('is the test page where no card provider is configured [ORDER-09]', async () => {
    const shop = { config: readConfig({}), publicUrl: 'http://localhost:3000' }
    const payments = choosePayments(shop)
    expect(payments).toMatchObject({ provider: 'test', live: false })
    shop.publicUrl = 'http://localhost:4321'
    const first = await payments?.openSession(order)
    const second = await payments?.openSession(order)
    expect(first?.url).toBe(`http://localhost:4321/test-payment/${first?.session}`)
    expect(first?.session).toMatch(/^[\w-]{32}$/)
    expect(second?.session).not.toBe(first?.session)
  })

  it('is nobody in a showcase, which can store no order [ORDER-01]', () => {
    const config = readConfig({ DATABASE_URL: 'none' })
    expect(choosePayments({ config, publicUrl: '' })).toBeNull()
  })

  it.each(['sk_test_123', 'sk_live_123', 'rk_live_123'])(
    'stops the start with a sentence where the card key %s is set [ORDER-09, OPS-02]',
    (key) => {
      const shop = { config: readConfig({ STRIPE_SECRET_KEY: key }), publicUrl: '' }
      expect(() => choosePayments(shop)).toThrow(ConfigProblem)
      expect(() => choosePayments(shop)).toThrow(/^STRIPE_SECRET_KEY is set, .* remove it/)
    },
  )

  it('never has the test page beside a live key [ORDER-09]', () => {
    const shop = { config: readConfig({ STRIPE_SECRET_KEY: 'sk_live_123' }), publicUrl: '' }
    expect(() => testPayments(shop)).toThrow(ConfigProblem)
    expect(() => testPayments(shop)).toThrow(/refuse to run beside a live STRIPE_SECRET_KEY/)
  })
})

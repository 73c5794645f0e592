import { type Config, ConfigProblem } from '../../config.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { testPayments } from './test-payments.ts'

/**
 * Who takes the money, by the settings; null in a showcase, which has nowhere to write an order. A
 * card key never falls back to test payments in silence: the jeweler would ship unpaid gold.
 */
export function choosePayments(shop: {
  config: Pick<Config, 'stripe' | 'database'>
  readonly publicUrl: string
}): PaymentGateway | null {
  if (shop.config.stripe) {
    throw new ConfigProblem(
      'STRIPE_SECRET_KEY is set, but card payments are not part of this version yet; remove it to use test payments',
    )
  }
  return shop.config.database === 'none' ? null : testPayments(shop)
}

import { type Config, ConfigError } from '#app/.server/config.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { stripePayments } from './stripe-payments.ts'
import { testPayments } from './test-payments.ts'

/**
 * Who takes the money, by the settings; null in a showcase, which has nowhere to write an order. A
 * card key never falls back to test payments in silence: the jeweler would ship unpaid gold.
 */
export function choosePayments(shop: {
  config: Pick<Config, 'stripe' | 'database' | 'publicUrl'>
  readonly publicUrl: string
}): PaymentGateway | null {
  const { stripe, database, publicUrl } = shop.config
  if (!stripe) return database === 'none' ? null : testPayments(shop)
  if (database === 'none') {
    throw new ConfigError(
      'STRIPE_SECRET_KEY is set beside DATABASE_URL=none, which has nowhere to write an order; remove one of them',
    )
  }
  if (stripe.webhookSecrets.length === 0) {
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY; make a webhook for /api/stripe/webhook in the Stripe dashboard and copy its signing secret (whsec_…)',
    )
  }
  if (stripe.live && !publicUrl?.startsWith('https://') && !stripe.apiUrl) {
    throw new ConfigError(
      'PUBLIC_URL must be the shop’s own https:// address with a live STRIPE_SECRET_KEY; Stripe sends paying customers back there',
    )
  }
  return stripePayments(stripe, shop)
}

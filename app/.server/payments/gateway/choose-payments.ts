import { type Config, ConfigError } from '#app/.server/config.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { testPayments } from './test-payments.ts'

type Settings = Pick<Config, 'stripe' | 'database' | 'publicUrl' | 'testPayments'>

/**
 * Who takes the money, by the settings; null in catalog-only mode, which has nowhere to write an
 * order. Stripe's library is loaded where there is a key for it.
 */
export async function choosePayments(shop: {
  config: Settings
  readonly publicUrl: string
}): Promise<PaymentGateway | null> {
  const { stripe, database } = shop.config
  if (!stripe) return database === 'none' ? null : testPayments(shop)
  checkPaymentSettings(shop.config)
  return (await import('./stripe-payments.ts')).stripePayments(stripe, shop)
}

/**
 * Throws a ConfigError for a card key that cannot be used. It never falls back to test payments in
 * silence: the jeweler would ship unpaid gold.
 */
export function checkPaymentSettings(settings: Settings): void {
  const { stripe, database, publicUrl, testPayments: wantsTest } = settings
  if (!stripe) return
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
  if (stripe.live && wantsTest) {
    throw new ConfigError(
      'TEST_PAYMENTS is yes beside a live STRIPE_SECRET_KEY, which charges cards; remove one of them',
    )
  }
  if (stripe.live && !publicUrl?.startsWith('https://') && !stripe.apiUrl) {
    throw new ConfigError(
      'PUBLIC_URL must be the shop’s own https:// address with a live STRIPE_SECRET_KEY; Stripe sends paying customers back there',
    )
  }
}

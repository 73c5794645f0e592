import { randomBytes } from 'node:crypto'
import { type Config, ConfigError } from '#app/.server/config.ts'
import type { RefundOrDisputeEvent } from './payment-event.ts'
import type { PaymentGateway, RefundRequest } from './payment-gateway.ts'

/**
 * The stand-in where no card provider is configured [ORDER-09]: its payment page is on this site,
 * says that it is a test, and charges nothing. `shop.publicUrl` is read when a session is opened,
 * since the port may be known only then.
 */
export function testPayments(shop: {
  config: Pick<Config, 'stripe'>
  readonly publicUrl: string
}): PaymentGateway {
  if (shop.config.stripe?.live) {
    throw new ConfigError(
      'Test payments refuse to run beside a live STRIPE_SECRET_KEY; remove the key to try the shop',
    )
  }
  return {
    provider: 'test',
    live: false,
    refuses: () => null,
    async openSession() {
      const session = randomBytes(24).toString('base64url')
      return { session, url: `${shop.publicUrl}/test-payment/${session}` }
    },
    // Its page is this shop's own, which looks at the order: there is nothing to close or to ask.
    closeSession: async () => 'unknown',
    retrieveSession: async () => 'unknown',
    // Its tax comes along with the payment.
    lineTaxes: async () => [],
    completedSince: async () => [],
    refund: async (request) => testRefund(request),
    findRefund: async (request) => testRefund(request),
    transfersOf: async () => [],
    stopPayment: async () => {},
    undelivered: async () => [],
    hasEvent: async () => false,
    balanceBetween: async () => [],
    payoutsSince: async () => [],
    transactionsOfPayout: async () => [],
    readWebhook: null,
  }
}

/** Made at once, and the same however often it is asked for. */
function testRefund({ id, orderId, payment, amount }: RefundRequest): RefundOrDisputeEvent {
  return {
    id: `test_refund_${id}`,
    provider: 'test',
    livemode: false,
    type: 'refund succeeded',
    about: { payment, ...(orderId === null ? {} : { orderId }) },
    amount,
    currency: 'usd',
    reference: payment,
    object: `test_refund_${id}`,
    refund: id,
    email: null,
    address: null,
    occurredAt: new Date(),
    payload: { refund: id, amount },
  }
}

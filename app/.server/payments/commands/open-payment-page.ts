import { raiseAlert, resolveAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  type OpenedSession,
  type PayableOrder,
  type PaymentGateway,
  PaymentUnavailable,
} from '../gateway/payment-gateway.ts'
import type { facts } from '../gateway/stripe-call.ts'

const trouble = { kind: 'checkout-refused', occasion: 'now' } as const

/**
 * Opens a payment page. Where Stripe refuses it (key, rights, account), nobody can pay: owners are alerted,
 * once until a page opens again [KEYTRY-03]. A provider that is only unavailable raises no alert.
 */
export async function openPaymentPage(
  app: AppContext,
  payments: PaymentGateway,
  order: PayableOrder,
): Promise<OpenedSession> {
  try {
    const opened = await payments.openSession(order)
    if (payments.provider === 'stripe') {
      await logged(app, () => resolveAlert(app.db.orm, { ...trouble, at: app.now() }))
    }
    return opened
  } catch (error) {
    const why = whyRefused(error)
    if (why !== null) {
      const alert = { ...trouble, at: app.now(), facts: { why } }
      await logged(app, () => app.db.orm.transaction((tx) => raiseAlert(tx, alert)))
    }
    throw error
  }
}

/** The shopper gets an answer even where the alert cannot be stored. */
async function logged(app: AppContext, work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    app.log.error({ err: error }, 'an alert about refused checkouts was not stored')
  })
}

/** Null where Stripe was busy or unavailable, or the call is repeated, also with other words about the order. */
function whyRefused(error: unknown): string | null {
  if (!(error instanceof PaymentUnavailable)) return null
  const { type, status, message } = (error.cause ?? {}) as ReturnType<typeof facts>
  if (type === 'StripeIdempotencyError') return null
  switch (status) {
    case 401:
      return 'it doesn’t accept the shop’s key.'
    case 403:
      return 'the shop’s key lacks permission, or the account is restricted.'
    case 400:
    case 404:
      return typeof message === 'string' ? message.slice(0, 300) : 'it gives no reason.'
    default:
      return null
  }
}

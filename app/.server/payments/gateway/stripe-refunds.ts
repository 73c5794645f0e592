import Stripe from 'stripe'
import { isCashBalance } from '#app/domain/refunds/refundable-payment.ts'
import { type PaymentGateway, PaymentUnavailable, type RefundRequest } from './payment-gateway.ts'
import { facts, within } from './stripe-call.ts'
import { readRefund } from './stripe-event.ts'

/** Staff wait for it, and are told that it continues on its own if it takes longer. */
const refundMs = 10_000

const sentence = 'Stripe isn’t responding right now. The shop will keep asking until it knows.'

/** Source: https://docs.stripe.com/api/refunds/create */
export function stripeRefunds(
  stripe: Stripe,
  live: boolean,
): Pick<PaymentGateway, 'refund' | 'findRefund'> {
  return {
    async refund(request) {
      const options = { timeout: refundMs, maxNetworkRetries: 1 }
      const made = async () => {
        const { payment, email } = request
        // Otherwise it has the address that was entered on the payment page, or none.
        if (isCashBalance(payment) && email)
          await stripe.customers.update(payment, { email }, options)
        const idempotencyKey = `refund-${request.id}`
        return stripe.refunds.create(paramsOf(request), { ...options, idempotencyKey })
      }
      try {
        return readRefund(await within(refundMs, made().catch(refusalOf), sentence), live)
      } catch (error) {
        if (error instanceof Refused) return { refused: error.message }
        throw error
      }
    },

    async findRefund({ id, payment, at }) {
      // Those of a cash balance cannot be asked for by customer, so all since then are looked through.
      const since = { created: { gte: Math.floor(at.getTime() / 1000) - 300 } }
      const all = await within(
        refundMs,
        stripe.refunds
          .list(
            { ...(isCashBalance(payment) ? since : { payment_intent: payment }), limit: 100 },
            { timeout: refundMs, maxNetworkRetries: 1 },
          )
          .autoPagingToArray({ limit: 1000 }),
        sentence,
      )
      const found = all.find(({ metadata }) => metadata?.refund_id === id)
      return found ? readRefund(found, live) : null
    },
  }
}

/** The same words at each attempt: another parameter with the same key is refused. */
function paramsOf({ id, orderId, payment, amount }: RefundRequest): Stripe.RefundCreateParams {
  return {
    ...(isCashBalance(payment)
      ? { origin: 'customer_balance' as const, customer: payment, currency: 'usd' }
      : { payment_intent: payment }),
    amount,
    reason: 'requested_by_customer',
    metadata: { refund_id: id, ...(orderId === null ? {} : { order_id: orderId }) },
  }
}

/** Not all of its messages end with a period; another sentence may follow. */
const ended = (message: string) => message.replace(/[^.!?]$/, '$&.')

/** Stripe answered, and moved no money. */
class Refused extends Error {}

function refusalOf(error: unknown): never {
  if (error instanceof Stripe.errors.StripeIdempotencyError) {
    throw new PaymentUnavailable(sentence, { cause: facts(error) })
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    throw new Refused(refusals[error.code ?? ''] ?? `Stripe says: ${ended(error.message)}`)
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    throw new Refused('This shop’s Stripe key isn’t allowed to make refunds (docs/payments.md).')
  }
  throw error
}

const refusals: Record<string, string> = {
  email_invalid:
    'Stripe can refund a bank transfer only to a buyer with an email address, because it emails them for their bank account.',
  charge_already_refunded: 'Stripe says this payment was already refunded.',
  charge_disputed:
    'The buyer’s bank is disputing this payment. Stripe won’t refund it until that’s decided.',
}

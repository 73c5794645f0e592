import type Stripe from 'stripe'
import { cents } from '#app/domain/money/cents.ts'
import type { BalanceTransaction, Payout } from './balance-transaction.ts'
import { type PaymentGateway, PaymentUnavailable } from './payment-gateway.ts'
import { within } from './stripe-call.ts'

/** Only a job waits for it, never a page. */
const callMs = 20_000
/** Limit for one window, and for one payout; ten calls at most. */
const atMost = 1000

const sentence = 'Stripe’s balance can’t be read right now.'

/** Sources: https://docs.stripe.com/api/balance_transactions/list, https://docs.stripe.com/api/payouts/list */
export function stripeBalance(
  stripe: Stripe,
): Pick<PaymentGateway, 'balanceBetween' | 'payoutsSince' | 'transactionsOfPayout'> {
  const options = { timeout: callMs, maxNetworkRetries: 1 }
  /** Its source says which payment it is of. */
  const listed = async (which: Stripe.BalanceTransactionListParams) => {
    const params = { ...which, expand: ['data.source'], limit: 100 }
    const list = stripe.balanceTransactions.list(params, options)
    const found = await within(4 * callMs, list.autoPagingToArray({ limit: atMost }), sentence)
    return found.length < atMost ? found.map(readTransaction) : null
  }
  return {
    balanceBetween: (from, to) => listed({ created: { gte: seconds(from), lt: seconds(to) } }),
    transactionsOfPayout: (payout) => listed({ payout }),
    async payoutsSince(since) {
      const list = stripe.payouts.list({ created: { gte: seconds(since) }, limit: 100 }, options)
      const found = await within(4 * callMs, list.autoPagingToArray({ limit: atMost }), sentence)
      return found.map(readPayout)
    },
  }
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

function readTransaction(transaction: Stripe.BalanceTransaction): BalanceTransaction {
  const { id, reporting_category: category, source, amount, fee, net } = transaction
  if (net !== amount - fee)
    throw new PaymentUnavailable(sentence, { cause: { id, amount, fee, net } })
  const payment = paymentOf(source)
  const isOfMoney = payment !== null || category === 'payout'
  return {
    ...{ id, category, payment, currency: transaction.currency },
    source: typeof source === 'string' ? source : (source?.id ?? null),
    ...{ amount: cents(amount), fee: cents(fee), net: cents(net) },
    createdAt: new Date(transaction.created * 1000),
    detail: isOfMoney ? '' : (transaction.description ?? '').slice(0, 200),
  }
}

/** A charge, a refund and a dispute name the payment intent they are of. */
function paymentOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (source === null || typeof source === 'string' || !('payment_intent' in source)) return null
  const { payment_intent: intent } = source
  if (typeof intent === 'string') return intent
  return intent?.id ?? null
}

function readPayout(payout: Stripe.Payout): Payout {
  const { id, amount, currency, status, automatic } = payout
  return {
    ...{ id, currency, status, amount: cents(amount), isAutomatic: automatic },
    createdAt: new Date(payout.created * 1000),
    isListed: payout.reconciliation_status === 'completed',
  }
}

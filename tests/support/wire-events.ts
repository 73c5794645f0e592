import type Stripe from 'stripe'
import type { StripeServer } from './stripe-server.ts'
import { addTransaction, instructionsAction } from './stripe-wires.ts'

/** The shopper chose the wire on the payment page: the session is complete, and nothing is paid. */
export function awaitWire(stripe: StripeServer, id: string) {
  const completed = stripe.pay(id, { later: true })
  const session = stripe.store.sessions.get(id)
  if (!session) throw new Error(`no session ${id}`)
  Object.assign(session, { intent_status: 'requires_action' })
  const intent = {
    id: session.payment_intent,
    object: 'payment_intent',
    status: 'requires_action',
    metadata: session.metadata,
    next_action: instructionsAction(session),
  }
  return { completed, instructed: stripe.event('payment_intent.requires_action', intent) }
}

/** Money reaches the account number of a customer. */
export function wire(
  stripe: StripeServer,
  customer: string,
  net_amount: number,
  more: {
    currency?: string
    type?: Stripe.CustomerCashBalanceTransaction.Type
    refunded_from_payment?: Stripe.CustomerCashBalanceTransaction.RefundedFromPayment
  } = {},
) {
  const transaction = addTransaction(stripe.store, customer, net_amount, more)
  return stripe.event('customer_cash_balance_transaction.created', transaction)
}

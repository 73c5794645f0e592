import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { StripeServer } from './stripe-server.ts'
import { instructionsAction, type Transaction } from './stripe-wires.ts'

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
  more: { currency?: string; type?: Stripe.CustomerCashBalanceTransaction.Type } = {},
) {
  const { store } = stripe
  const transaction: Transaction = {
    id: `ccsbtxn_${randomBytes(10).toString('hex')}`,
    object: 'customer_cash_balance_transaction',
    type: 'funded',
    created: Math.floor(store.now().getTime() / 1000),
    currency: 'usd',
    customer,
    customer_account: null,
    ending_balance: net_amount,
    livemode: store.live,
    net_amount,
    ...more,
  }
  store.wires.transactions.push(transaction)
  return stripe.event('customer_cash_balance_transaction.created', transaction)
}

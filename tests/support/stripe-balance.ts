import { randomBytes } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import {
  badParam,
  ok,
  type Refusal,
  type StripePayout,
  type StripeStore,
  type StripeTransaction,
} from './stripe-state.ts'
import { checkParams, type FormObject } from './stripe-types.ts'

type BalanceStore = Pick<StripeStore, 'balance' | 'now'>

const idOf = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const seconds = ({ now }: BalanceStore) => Math.floor(now().getTime() / 1000)

/** 2.9% and 30 cents, as Stripe charges for a card. */
const cardFee = (amount: number) => Math.round(amount * 0.029) + 30

/** Source: https://docs.stripe.com/api/balance_transactions/object */
export function addToBalance(
  store: BalanceStore,
  amount: number,
  category: string,
  { fee = 0, source = null, ...more }: Partial<StripeTransaction> & { fee?: number } = {},
): StripeTransaction {
  const transaction: StripeTransaction = {
    id: idOf('txn'),
    object: 'balance_transaction',
    amount,
    available_on: seconds(store),
    balance_type: 'payments',
    created: seconds(store),
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type: category === 'fee' ? 'stripe_fee' : category,
    payout: null,
    ...more,
  }
  store.balance.transactions.push(transaction)
  return transaction
}

export function addCharge(store: BalanceStore, payment_intent: string, amount: number): void {
  const source = { id: `ch_${payment_intent.slice(3)}`, object: 'charge', payment_intent }
  addToBalance(store, amount, 'charge', { fee: cardFee(amount), source })
}

/** Stripe has what the ledger has of payments that a test made without its stand-in. */
export async function alsoAtStripe(app: AppContext, store: BalanceStore): Promise<void> {
  const { provider, payments } = ledgerEntries
  const booked = await app.db.orm
    .select()
    .from(ledgerEntries)
    .where(and(eq(provider, 'stripe'), ne(payments, 0)))
  for (const { reference, payments: amount } of booked) {
    if (reference?.startsWith('pay-')) addCharge(store, reference, amount)
  }
}

/** An automatic payout of all that no payout has yet. Source: https://docs.stripe.com/api/payouts/object */
export function payOut(store: BalanceStore, more: Partial<StripePayout> = {}): StripePayout {
  const { transactions, payouts } = store.balance
  const open = transactions.filter(({ payout }) => payout === null)
  const payout: StripePayout = {
    id: idOf('po'),
    object: 'payout',
    amount: open.reduce((sum, { net }) => sum + net, 0),
    automatic: true,
    arrival_date: seconds(store) + 2 * 86_400,
    created: seconds(store),
    currency: 'usd',
    status: 'paid',
    reconciliation_status: 'completed',
    ...more,
  }
  payouts.push(payout)
  const itself = addToBalance(store, 0 - payout.amount, 'payout', { source: payout })
  for (const each of [...open, itself]) each.payout = payout.id
  return payout
}

/** Newest first, page by page. */
export function takeBalanceCall(
  store: StripeStore,
  way: string,
  query: FormObject,
): Refusal | null {
  const { balance } = store
  const { created, limit = '10', starting_after, ...rest } = query
  const page = (all: { id: string; created: number }[], answer: (each: never) => object) => {
    const { gte = '0', lt = 'Infinity' } = (created ?? {}) as Record<string, string>
    const found = all
      .filter((each) => each.created >= Number(gte) && each.created < Number(lt))
      .toReversed()
    const from = starting_after ? found.findIndex(({ id }) => id === starting_after) + 1 : 0
    const data = found.slice(from, from + Number(limit))
    return ok({
      ...{ object: 'list', url: way.slice('GET '.length) },
      has_more: from + data.length < found.length,
      data: data.map((each) => answer(each as never)),
    })
  }
  if (way === 'GET /v1/payouts') {
    const bad = checkParams('PayoutListParams', rest)
    return bad ? badParam(bad) : page(balance.payouts, (each) => structuredClone(each))
  }
  if (way !== 'GET /v1/balance_transactions') return null
  const bad = checkParams('BalanceTransactionListParams', rest)
  if (bad) return badParam(bad)
  const isExpanded = Object.values((query.expand ?? {}) as FormObject).includes('data.source')
  const which = balance.transactions.filter(
    ({ payout }) => rest.payout === undefined || payout === rest.payout,
  )
  return page(which, ({ payout: _, source, ...each }: StripeTransaction) =>
    structuredClone({ ...each, source: isExpanded ? source : (source?.id ?? null) }),
  )
}

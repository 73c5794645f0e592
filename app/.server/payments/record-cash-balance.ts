import { cashBalanceOf, cashBalanceReferences } from '#app/.server/ledger/cash-balance.ts'
import { knownRefunds, refundsOfPayment } from '#app/.server/ledger/refunds.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { refundFailedEntry } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, sumCents } from '#app/domain/money/cents.ts'
import { recordEntry } from '../ledger/repository.ts'
import type { Orm } from '../platform/db/database.ts'
import type { MoneyEvent } from './gateway/payment-event.ts'
import { bookRefunds, type RefundFacts, recordRefund, settleRefund } from './record-refund.ts'

type WireOrder = Pick<OrderRow, 'id' | 'paymentCustomer'>

/** A refund from the buyer's cash balance, as the provider reports refunds [BANK-12]. */
export async function recordBalanceRefund(
  tx: Orm,
  order: WireOrder,
  event: MoneyEvent,
  amount: Cents,
  facts: RefundFacts,
): Promise<void> {
  const of = { ...facts, references: await cashBalanceReferences(tx, order) }
  await recordRefund(tx, event, amount, of)
  if (event.type === 'refund failed') await bookWhatCameBack(tx, order, of)
}

/**
 * What left the cash balance for the buyer's bank, or came back: the same refunds once more, which it does
 * not name. The higher of both sums is booked, so none counts twice [BANK-11, BANK-13].
 */
export async function recordMovedBalance(
  tx: Orm,
  order: WireOrder,
  { type, provider }: MoneyEvent,
  amount: Cents,
  facts: Omit<RefundFacts, 'orderId' | 'reference' | 'provider' | 'references'>,
): Promise<void> {
  const { id: orderId, paymentCustomer: reference } = order
  if (reference === null) return
  const references = await cashBalanceReferences(tx, order)
  const of = { ...facts, orderId, provider, reference, references }
  if (type === 'balance sent back') {
    const { sent } = await cashBalanceOf(tx, order)
    await bookRefunds(tx, of, { highest: sent })
    return
  }
  await bookWhatCameBack(tx, order, of)
  // Which one failed a movement does not say: the last of this sum. One that is named says so itself.
  const failed = (await refundsOfPayment(tx, references)).findLast(
    ({ origin, state, amountCents, reference, providerId }) =>
      origin === 'provider' &&
      state === 'succeeded' &&
      amountCents === amount &&
      (providerId === null || providerId === reference),
  )
  if (failed) await settleRefund(tx, failed, 'failed', of)
}

async function bookWhatCameBack(tx: Orm, order: WireOrder, facts: RefundFacts): Promise<void> {
  const { cameBack, failed } = await cashBalanceOf(tx, order)
  const known = await knownRefunds(tx, facts.references ?? facts.reference)
  const named = sumCents(
    known.filter(({ status }) => status === 'failed').map(({ amount }) => amount),
  )
  const inAll = cents(Math.max(named, cameBack))
  if (inAll <= failed) return
  const key = `refund failed:${facts.reference}:${inAll}`
  await recordEntry(tx, refundFailedEntry(cents(inAll - failed)), { ...facts, key })
}

import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import {
  findRefund,
  type RefundRow,
  refundsOfPayment,
  storeRefund,
} from '#app/.server/ledger/refunds.ts'
import { unmatchedOfPayment } from '#app/.server/ledger/repository.ts'
import { isDisputed, lockUnmatched } from '#app/.server/payments/unmatched-payments.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentNotes } from '#app/.server/platform/db/ledger-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { sendRefund } from './send-refund.ts'

export type RefundPayment = {
  id: string
  /** Of the form: pressed twice, it is one refund. */
  key: string
  reason: string
  by: string
  /** Refuses staff who have not just shown a second factor. */
  requireFresh: () => Promise<void>
}

const none = cents(0)

/**
 * Gives all that is left of a payment without an order back to the payer [UNATTACHED-05]. As with
 * the refund of an order, it is stored before the provider is asked, and asked for again by a job
 * until the answer is known.
 */
export async function refundPayment(app: AppContext, request: RefundPayment): Promise<RefundRow> {
  await request.requireFresh()
  const refund = await staffTransaction(app, request, (tx, staff) =>
    storeRequest(tx, app, staff, request),
  )
  const after = refund.state === 'requested' ? await sendRefund(app, refund) : refund
  if (after.state === 'refused') throw refused(after.problem ?? 'The payment provider declined it.')
  return after
}

async function storeRequest(
  tx: Orm,
  { payments }: AppContext,
  { at, audit }: StaffWork,
  { id, key, reason, by }: RefundPayment,
): Promise<RefundRow> {
  const payment = await lockUnmatched(tx, id)
  const { provider, livemode, reference, currency, amountCents } = payment
  const before = await findRefund(tx, 'key', key)
  if (before?.reference === reference) return before
  if (before) throw refused('This form was for a different payment.')
  if (payments?.provider !== provider || payments.live !== livemode) {
    throw refused('This payment came through a provider the shop is no longer connected to.')
  }
  if (reference === null || currency?.toLowerCase() !== 'usd') {
    throw refused('The shop refunds only U.S. dollars. Please refund this at the payment provider.')
  }
  if (await isDisputed(tx, payment)) {
    throw refused('The payer’s bank is disputing this payment. A refund could pay them twice.')
  }
  if ((await refundsOfPayment(tx, reference)).some(({ state }) => state === 'requested')) {
    throw refused('A refund of this payment is already on its way.')
  }
  const left = await unmatchedOfPayment(tx, reference)
  if (left <= 0) throw refused('All of this payment was already refunded.')
  const refund = await storeRefund(tx, {
    id: randomUUID(),
    orderId: null,
    key,
    origin: 'shop',
    provider,
    livemode,
    reference,
    amountCents: left,
    credit: { goods: none, tax: none, shipping: none, discount: none },
    reason,
    by,
    at,
    state: 'requested',
  })
  const text = `A refund of ${formatCents(left as Cents)} was requested: ${reason}`
  await tx.insert(paymentNotes).values({ eventId: id, at, by, text: text.slice(0, 500) })
  await audit({
    action: 'payment.refund_requested',
    target: { type: 'payment', id },
    facts: { payment: reference, sum: { amountCents, currency }, refund: refund.id, reason },
  })
  return refund
}

const refused = (message: string) =>
  new AppError('refund_refused', 409, `${message} Nothing was refunded.`)

import type { AppContext } from '#app/.server/app-context.ts'
import { changeRefund, findRefund, type RefundRow } from '#app/.server/ledger/refunds.ts'
import { changeOrderAs } from '#app/.server/orders/change-order.ts'
import { emailByStaff } from '#app/.server/orders/earlier-addresses.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import {
  type PaymentGateway,
  PaymentUnavailable,
  type RefundRequest,
  type RefundResult,
} from '#app/.server/payments/gateway/payment-gateway.ts'
import { bookRefunds } from '#app/.server/payments/record-refund.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { notMade } from '#app/domain/refunds/failed-refund.ts'

/**
 * A provider forgets an idempotency key after a day; from then on the same call would be a second
 * refund.
 */
const repeatableMs = 20 * 3_600_000

/**
 * Asks the provider for a refund that is stored, and stores its answer; what the refund is by then. One
 * that the provider does not answer stays as it is, for the next attempt.
 */
export async function sendRefund(app: AppContext, refund: RefundRow): Promise<RefundRow> {
  const { payments } = app
  if (payments?.provider !== refund.provider || payments.live !== refund.livemode) return refund
  const asked = refund.askedAt !== null
  await withDatabase(app, ({ orm }) => changeRefund(orm, refund.id, { askedAt: app.now() }))
  try {
    const email = await withDatabase(app, ({ orm }) => emailByStaff(orm, refund.orderId))
    const answer = await answerOf(payments, refund, { asked, email, now: app.now() })
    if ('refused' in answer) await storeRefusal(app, refund, answer.refused)
    else await applyPaymentEvent(app, answer)
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    app.log.warn({ refund: refund.id, cause: error.cause }, 'a refund is not answered yet')
  }
  const after = await withDatabase(app, ({ orm }) => findRefund(orm, 'id', refund.id))
  return after ?? refund
}

async function answerOf(
  payments: PaymentGateway,
  { id, orderId, reference, amountCents, at }: RefundRow,
  { asked, email, now }: { asked: boolean; email: string | null; now: Date },
): Promise<RefundResult> {
  const request: RefundRequest = {
    id,
    orderId,
    payment: reference,
    amount: cents(amountCents),
    email,
    at,
  }
  // An attempt whose answer was lost may have made it.
  const found = asked ? await payments.findRefund(request) : null
  if (found) return found
  if (now.getTime() - at.getTime() < repeatableMs) return payments.refund(request)
  return {
    refused: 'The payment provider didn’t respond for a day and has no record of this refund.',
  }
}

/** Nothing was moved. What the refund took of the sale stays taken: the buyer is owed it [REFUND-06]. */
async function storeRefusal(app: AppContext, refund: RefundRow, problem: string): Promise<void> {
  const { id: occasion, orderId, provider, livemode, reference } = refund
  const refused = { problem, settledAt: app.now() }
  if (orderId === null) {
    await withDatabase(app, ({ orm }) => orm.transaction((tx) => refuse(tx, refund, refused)))
    return
  }
  const by = `payment provider (${provider})`
  const change = { id: orderId, actor: 'payment provider', by } as const
  await changeOrderAs(app, change, async ({ tx, order, at, save }) => {
    if (!(await refuse(tx, refund, refused))) return
    const why = notMade(formatCents(cents(refund.amountCents)), problem)
    // What was taken for this refund so far was made at the provider.
    await bookRefunds(tx, { orderId, at, provider, livemode, reference, by, why }, {})
    const holdReason = order.holdReason ? `${order.holdReason} ${why}` : why
    await save({ why, columns: { holdReason }, email: { about: 'on hold', occasion } })
  })
}

/** False where an event has said in the meantime what became of it. */
async function refuse(
  tx: Orm,
  { id }: RefundRow,
  refused: { problem: string; settledAt: Date },
): Promise<boolean> {
  const now = await findRefund(tx, 'id', id)
  if (now?.state !== 'requested') return false
  await changeRefund(tx, id, { state: 'refused', ...refused })
  return true
}

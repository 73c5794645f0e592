import { type DelayNotice, decideDelay } from '#app/.server/fulfillment/delays.ts'
import { moneyOfOrder, paymentsOfOrder, type RefundRow } from '#app/.server/ledger/refunds.ts'
import type { LockedOrder } from '#app/.server/orders/change-order.ts'
import { parcelsOfOrder, piecesToSendOf } from '#app/.server/orders/parcels.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { queueEmails } from '#app/.server/orders/transition.ts'
import { releaseOpenHolds } from '#app/.server/risk/holds.ts'
import { refundableByDefault } from '#app/domain/ledger/ledger.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { canCloseReversed } from '#app/domain/risk/hold.ts'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { requestRefund } from '../refunds/commands/refund-order.ts'
import { refundableLines } from '../refunds/queries/order-refunds.ts'

type Canceled = {
  decision: 'canceled' | 'lapsed'
  /** For the buyer, in the email and on the credit note. */
  why: string
  /** False where the refund was refused: then staff are asked to give it back. */
  mayRefund: boolean
}

/**
 * Cancels what was not sent of a paid order, and asks for its refund, once: the
 * key is the notice's. Of an order that was sent in part, the rest [DELAY-05].
 */
export async function cancelDelayed(
  app: AppContext,
  { tx, order, at, actor, by, save }: LockedOrder,
  notice: DelayNotice,
  { decision, why: note, mayRefund }: Canceled,
): Promise<RefundRow[]> {
  await decideDelay(tx, notice.id, { decision, at, by })
  const words =
    decision === 'canceled'
      ? 'The buyer canceled because of the delay.'
      : 'There was no answer to the delay notice in time, so the order was canceled.'
  const { sent, rest } = await notSent(tx, order.id)
  const payments = (await paymentsOfOrder(tx, order.id)).filter(({ left }) => left > 0)
  const money = await moneyOfOrder(tx, order.id)
  const toRefund = refundableByDefault(money)
  // The buyer's bank took the money back already, so there is none to refund [DISPUTE-11].
  if (!sent && canCloseReversed({ order, money })) {
    const why = `${words} The buyer’s bank already returned the money, so there’s nothing to refund.`
    await releaseOpenHolds(tx, order.id, { at, by, reason: why })
    await save({ why, to: 'refunded', email: { about: 'closed by staff', occasion: '' } })
    return []
  }
  if (!mayRefund || (!sent && (payments.length === 0 || toRefund === 0))) {
    const ask = `${words} It couldn’t be refunded automatically. Please refund the money.`
    const holdReason = order.holdReason ? `${order.holdReason} ${ask}` : ask
    const email = { about: 'on hold', occasion: notice.id } as const
    await save({
      why: ask,
      ...(sent && { to: 'fulfilled' }),
      columns: { holdReason },
      email: email,
    })
    return []
  }
  await save({ why: words })
  const isDue = rest.of === 'whole' || (rest.of === 'lines' && rest.quantities.length > 0)
  const refunds = isDue
    ? await requestRefund(tx, app, order, {
        ...{ at, actor, by, reason: words, note },
        ...{ key: `delay:${notice.id}`, payment: null, wish: rest },
      })
    : []
  if (sent) await save({ why: `${words} Nothing more will ship.`, to: 'fulfilled' })
  await queueEmails(tx, order.id, 'delay ended', at, `${notice.id}:${decision}`)
  return refunds
}

/** Whether something of it was sent, and what of the rest was not refunded before. */
async function notSent(tx: Orm, orderId: string): Promise<{ sent: boolean; rest: RefundInput }> {
  const parcels = await parcelsOfOrder(tx, orderId)
  if (parcels.length === 0) return { sent: false, rest: { of: 'whole' } }
  const left = await piecesToSendOf(tx, orderId, await linesOfOrder(tx, orderId), parcels)
  const refundable = await refundableLines(tx, orderId)
  const quantities = left.flatMap(({ line, quantity }) => {
    const may = refundable.find(({ position }) => position === line)?.left ?? 0
    const count = Math.min(quantity, may)
    return count > 0 ? [{ position: line, quantity: count }] : []
  })
  return { sent: true, rest: { of: 'lines', quantities } }
}

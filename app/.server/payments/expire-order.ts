import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import { type LockedOrder, lockedOrder } from '#app/.server/orders/change-order.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { isLateWire } from '#app/domain/payments/wire-rules.ts'
import type { PaymentEvent } from './gateway/payment-event.ts'

export const byTheClock = { actor: 'system', by: 'the clock' } as const

/**
 * What came of a wire in time, and was not enough, is owed to the buyer: staff must look. `isByLateWire`: found by
 * a wire that came after the deadline, whose email says that the order expired.
 */
export async function expireOrder(
  { tx, order, save }: LockedOrder,
  { isByLateWire = false } = {},
): Promise<OrderRow> {
  const { paid } = await balanceOfOrder(tx, order.id)
  const tooLate = { about: 'wire too late', occasion: '' } as const
  const isWire = order.payBy === 'wire'
  const stops = isByLateWire ? { stopsPayment: true } : {}
  if (!isWire || paid === 0) {
    // Only a buyer who was told how to send a wire waits for news of it.
    const isAwaited = isWire && order.paymentProcessingAt !== null && !isByLateWire
    const email = isAwaited ? [tooLate] : []
    return save({ why: 'It was not paid in time.', to: 'expired', columns: stops, email: email })
  }
  const why = `${formatCents(paid)} of ${formatCents(cents(order.totalCents + (order.pageTaxCents ?? 0)))} came by wire in time, which is not the whole. ${formatCents(paid)} is owed to the buyer.`
  const holdReason = order.holdReason ? `${order.holdReason} ${why}` : why
  const email = [{ about: 'on hold', occasion: 'wire too late' }, tooLate] as const
  return save({ why, to: 'expired', columns: { ...stops, holdReason }, email: email })
}

/**
 * The order as a wire finds it. One that came after the deadline pays nothing, whether or not the job that expires
 * orders has run since: the order expires here, and a job stops its payment at the provider [WIRE-05].
 */
export async function expiredByLateWire(
  tx: Orm,
  order: OrderRow,
  event: Pick<PaymentEvent, 'type' | 'occurredAt'>,
  at: Date,
): Promise<OrderRow> {
  if (!isLateWire(order, event, at)) return order
  return expireOrder(lockedOrder(tx, { now: () => at }, order, byTheClock), { isByLateWire: true })
}

import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import type { LockedOrder } from '#app/.server/orders/change-order.ts'
import { lateWiresOf } from '#app/.server/orders/late-wires.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { rewordFailedDebits } from '#app/.server/risk/holds.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'

export const byTheClock = { actor: 'system', by: 'the clock' } as const

/**
 * What came of a wire, too little or too late, is owed to the buyer: staff must look. The email to the buyer counts
 * all that came until now [WIRE-04].
 */
export async function expireOrder({ tx, order, save }: LockedOrder): Promise<OrderRow> {
  const { paid } = await balanceOfOrder(tx, order.id)
  const tooLate = { about: 'wire too late', occasion: '' } as const
  const isWire = order.payBy === 'wire'
  await rewordFailedDebits(tx, order)
  if (!isWire || paid === 0) {
    // Only a buyer who was told how to send a wire waits for news of it.
    const isAwaited = isWire && order.paymentProcessingAt !== null
    const email = isAwaited ? [tooLate] : []
    return save({ why: 'It wasn’t paid in time.', to: 'expired', email: email })
  }
  const why = `${whatCame(order, { paid, late: await lateWiresOf(tx, order) })} ${formatCents(paid)} is owed to the buyer.`
  const holdReason = order.holdReason ? `${order.holdReason} ${why}` : why
  const email = [{ about: 'on hold', occasion: 'wire too late' }, tooLate] as const
  return save({ why, to: 'expired', columns: { holdReason }, email: email })
}

/** `$1,000.00 of $1,500.00 came by wire in time, which isn’t the full amount.` */
function whatCame(order: OrderRow, { paid, late }: { paid: Cents; late: Cents }): string {
  const inTime = cents(Math.max(0, paid - late))
  if (inTime === 0) return `${formatCents(late)} arrived by wire after the deadline.`
  const total = formatCents(cents(order.totalCents + (order.pageTaxCents ?? 0)))
  const came = `${formatCents(inTime)} of ${total} arrived by wire in time, which isn’t the full amount`
  return late === 0 ? `${came}.` : `${came}, and ${formatCents(late)} after the deadline.`
}

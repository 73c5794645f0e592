import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { returnsOfOrder } from '../returns/returns.ts'

/** Why an order cannot be without its buyer yet, in a sentence; null where it can. */
export async function stillNeeded(orm: Orm, order: OrderRow, now: Date): Promise<string | null> {
  const returns = await returnsOfOrder(orm, order.id)
  return ofOrder(order, now) ?? (returns.some(isOpen) ? 'Something in it is being returned.' : null)
}

const isOpen = ({ closedAt }: { closedAt: Date | null }) => closedAt === null

function ofOrder(order: OrderRow, now: Date): string | null {
  if (order.state === 'paid') return 'It’s paid but hasn’t shipped yet.'
  if (order.holdReason !== null) return 'Its payment needs review.'
  if (order.overpaidCents > 0 && order.state !== 'pending') {
    return 'Its buyer is owed a refund.'
  }
  if (order.dispute === 'open') return 'Its payment is disputed.'
  if (order.openHolds > 0) return 'It’s waiting for staff review.'
  // One that staff made, and a deposit was paid for, does not run out.
  const waits = order.origin === 'staff' || now < order.expiresAt
  return order.state === 'pending' && waits ? 'It may still be paid.' : null
}
